package dev.setpoint.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class DrawingTest {
    @Test
    void drawsEachCurveFromTheCornerToItsLargestPoint() throws Exception {
        Document drawn = drawn(List.of(
                point("cost of a < b", 10, 1),
                point("cost of a < b", 20, 2),
                Figure.shown("no part of a curve", 3, "ms"),
                point("memory", 10, 5)));

        assertThat(drawn.getElementsByTagName("g").getLength()).isEqualTo(2);
        assertThat(drawn.getElementsByTagName("circle").getLength()).isEqualTo(3);
        assertThat(texts(drawn)).contains("cost of a < b", "memory", "20 pods", "2.000 ms");
        String line = ((Element) drawn.getElementsByTagName("polyline").item(0)).getAttribute("points");
        assertThat(line).isEqualTo("200.0,135.0 370.0,50.0");
    }

    @Test
    void anEmptyPictureIsAPicture() throws Exception {
        assertThat(drawn(List.of()).getDocumentElement().getTagName()).isEqualTo("svg");
    }

    private static Figure point(String curve, int pods, double value) {
        return Figure.at(new Figure.Place(curve, pods, "pods"), value, "ms");
    }

    private static Document drawn(List<Figure> figures) throws Exception {
        byte[] svg = Drawing.svg(figures).getBytes(UTF_8);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
    }

    private static List<String> texts(Document drawn) {
        NodeList elements = drawn.getElementsByTagName("text");
        return IntStream.range(0, elements.getLength())
                .mapToObj(place -> elements.item(place).getTextContent())
                .toList();
    }
}
