package dev.setpoint.resources.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
    @Test
    void headsTheTableOfPods() {
        List<Column> columns = Columns.of(GroupVersionResource.of("v1", "pods"));

        assertThat(columns)
                .extracting(Column::name)
                .containsExactly(
                        "Name",
                        "Ready",
                        "Status",
                        "Restarts",
                        "Age",
                        "IP",
                        "Node",
                        "Nominated Node",
                        "Readiness Gates");
        assertThat(columns).extracting(Column::priority).containsExactly(0, 0, 0, 0, 0, 1, 1, 1, 1);
        assertThat(columns.getFirst().format()).isEqualTo("name");
        assertThat(columns.get(5).description())
                .isEqualTo("podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet "
                        + "allocated.");
        assertThat(columns.get(4).description())
                .contains("It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system.");
    }

    @Test
    void describesEveryColumnThatKubernetesDescribes() {
        for (ResourceType type : ResourceTable.builtIn().types()) {
            for (Column column : Columns.of(type.resource())) {
                boolean undescribed =
                        type.plural().equals("runtimeclasses") && column.name().equals("Handler");
                assertThat(column.description().isEmpty())
                        .as(type.plural() + " " + column.name())
                        .isEqualTo(undescribed);
            }
        }
    }

    @Test
    void headsUnknownResourcesWithNameAndTime() {
        assertThat(Columns.of(GroupVersionResource.of("example.com/v1", "widgets")))
                .extracting(Column::name)
                .containsExactly("Name", "Created At");
    }

    @Test
    void isWrittenAsTheApiHasIt() {
        assertThat(new Column("Name", "string", "name", 1, "what it is called")
                        .toJson()
                        .toString())
                .isEqualTo("{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\","
                        + "\"description\":\"what it is called\",\"priority\":1}");
    }
}
