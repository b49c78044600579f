package dev.heddle.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Renders the chart and compares it with the plain manifests. */
class HelmChartTest {
  private static final Path CHART = Path.of("../deploy/helm/heddle");
  private static final Path PLAIN = Path.of("../deploy/kubernetes");

  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "Service", Service.class,
          "StatefulSet", StatefulSet.class,
          "DaemonSet", DaemonSet.class,
          "Deployment", Deployment.class);

  /** Refuses what the model does not know, which it would keep aside. */
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated member) {
                  return false;
                }
              })
          .build();

  private static List<JsonNode> documents(String yaml) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(new TypeReference<JsonNode>() {}).readValues(yaml)) {
      documents.forEachRemaining(
          document -> {
            if (!document.isNull() && !document.isEmpty()) {
              all.add(document);
            }
          });
    }
    return all;
  }

  private static List<JsonNode> plain() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(PLAIN)) {
      for (Path file : files.sorted().toList()) {
        all.addAll(documents(Files.readString(file)));
      }
    }
    return all;
  }

  @Test
  void asItComesItIsThePlainManifests() throws IOException {
    List<JsonNode> rendered = documents(new Helm(CHART).template().withName("any").call());
    assertThat(rendered).hasSize(4).containsExactlyInAnyOrderElementsOf(plain());
  }

  @Test
  void itIsWhatKubernetesKnows() throws IOException {
    for (JsonNode each : documents(new Helm(CHART).template().withName("any").call())) {
      Class<?> kind = KINDS.get(each.get("kind").asText());
      assertThat(STRICT.treeToValue(each, kind)).as(each.get("kind").asText()).isNotNull();
    }
    JsonNode wrong = documents("kind: Service\nspec: {clusterIp: None}").getFirst();
    assertThatThrownBy(() -> STRICT.treeToValue(wrong, Service.class))
        .hasMessageContaining("clusterIp");
  }

  @Test
  void valuesArriveWhereTheyBelong() throws IOException {
    String rendered =
        new Helm(CHART)
            .template()
            .withName("any")
            .set("image.repository", "registry.example/heddle")
            .set("image.tag", "2")
            .set("worker.replicas", "7")
            .set("worker.queryMemory", "9g")
            .set("shuffle.disk", "5g")
            .set("scheduler.storage", "1Gi")
            .set("security.secret", "mine")
            .call();
    assertThat(rendered.split("registry.example/heddle:2", -1)).hasSize(4);
    assertThat(rendered.split("secretName: mine", -1)).hasSize(4);
    assertThat(rendered).contains("replicas: 7", "\"9g\"", "\"5g\"", "storage: 1Gi");
    assertThat(rendered).doesNotContain("heddle:0.1.0");
  }

  @Test
  void itPassesHelmsOwnChecks() {
    assertThat(new Helm(CHART).lint().strict().call().isFailed()).isFalse();
  }
}
