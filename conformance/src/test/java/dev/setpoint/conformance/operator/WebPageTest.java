package dev.setpoint.conformance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.junit.ControlPlane;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// As an author of an operator writes it. The one line that is ours is the annotation.
@ControlPlane
class WebPageTest {
    private static final long PATIENCE_SECONDS = 60;

    private final WebPageReconciler reconciler = new WebPageReconciler();

    @SuppressWarnings("NullAway.Init") // Filled in by the extension.
    KubernetesClient client;

    @SuppressWarnings("NullAway.Init") // Before each test.
    private Operator operator;

    @BeforeEach
    void start() {
        WebPageDefinition.install(client);
        operator =
                new Operator(settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
        operator.register(reconciler);
        operator.start();
    }

    @AfterEach
    void stop() {
        operator.stop();
    }

    @Test
    void servesAPageWithWhatItNeeds() {
        client.resource(page("<p>one</p>", 2)).create();

        WebPage told = pageWhen(page -> page.getStatus() != null);
        assertThat(told.getStatus()).isEqualTo(new WebPage.Status("<p>one</p>", 1));
        assertThat(told.getMetadata().getFinalizers()).hasSize(1);
        Deployment servers =
                deploymentWhen(found -> Objects.equals(2, found.getStatus().getReadyReplicas()));
        assertThat(servers.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner ->
                        assertThat(owner.getUid()).isEqualTo(told.getMetadata().getUid()));
        assertThat(servers.getMetadata().getManagedFields())
                .filteredOn(entry -> entry.getOperation().equals("Apply"))
                .extracting(ManagedFieldsEntry::getManager)
                .containsExactly("webpagereconciler");
    }

    @Test
    void followsTheSpecAndWritesNothingElse() {
        client.resource(page("<p>one</p>", 1)).create();
        pageWhen(page -> page.getStatus() != null);
        Deployment before =
                deploymentWhen(found -> Objects.equals(1, found.getStatus().getReadyReplicas()));

        client.resource(page("<p>two</p>", 1)).forceConflicts().serverSideApply();

        pageWhen(page -> page.getStatus().observedGeneration() == 2);
        assertThat(client.configMaps().withName("home").get().getData()).containsEntry("index.html", "<p>two</p>");
        assertThat(client.apps()
                        .deployments()
                        .withName("home")
                        .get()
                        .getMetadata()
                        .getGeneration())
                .as("what is so already is not applied again")
                .isEqualTo(before.getMetadata().getGeneration());
    }

    @Test
    void putsBackWhatSomebodyDeletedOrChanged() {
        client.resource(page("<p>one</p>", 1)).create();
        pageWhen(page -> page.getStatus() != null);
        String uid = client.configMaps().withName("home").get().getMetadata().getUid();

        client.configMaps().withName("home").delete();
        client.configMaps()
                .withName("home")
                .waitUntilCondition(
                        found -> found != null && !found.getMetadata().getUid().equals(uid),
                        PATIENCE_SECONDS,
                        TimeUnit.SECONDS);

        client.apps().deployments().withName("home").scale(5);
        deploymentWhen(found -> found.getSpec().getReplicas() == 1);
    }

    @Test
    void cleansUpBeforeAPageGoes() {
        client.resource(page("<p>one</p>", 1)).create();
        pageWhen(page -> page.getStatus() != null);

        client.resources(WebPage.class).withName("home").delete();
        client.resources(WebPage.class)
                .withName("home")
                .waitUntilCondition(Objects::isNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
        client.configMaps().withName("home").waitUntilCondition(Objects::isNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(reconciler.cleanups()).isEqualTo(1);
    }

    private static WebPage page(String html, int replicas) {
        WebPage page = new WebPage();
        page.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName("home")
                .build());
        page.setSpec(new WebPage.Spec(html, replicas));
        return page;
    }

    private WebPage pageWhen(Predicate<WebPage> condition) {
        return client.resources(WebPage.class)
                .withName("home")
                .waitUntilCondition(page -> page != null && condition.test(page), PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private Deployment deploymentWhen(Predicate<Deployment> condition) {
        return client.apps()
                .deployments()
                .withName("home")
                .waitUntilCondition(
                        found -> found != null && condition.test(found), PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
