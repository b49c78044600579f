package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The manifests of deploy/kubernetes against the commands that they start. */
class KubernetesTest {
  private static final Path MANIFESTS = Path.of("../deploy/kubernetes");
  private static final Pattern SIZE = Pattern.compile("([0-9]+)(g|Gi|Mi)");
  private static final Set<String> KINDS =
      Set.of("Service", "StatefulSet", "DaemonSet", "Deployment");

  private static List<JsonNode> manifests() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(MANIFESTS)) {
      for (Path file : files.sorted().toList()) {
        try (MappingIterator<JsonNode> documents =
            new YAMLMapper().readerFor(JsonNode.class).readValues(file.toFile())) {
          documents.forEachRemaining(all::add);
        }
      }
    }
    return all;
  }

  private static List<JsonNode> workloads() throws IOException {
    return manifests().stream().filter(each -> each.at("/spec").has("template")).toList();
  }

  @Test
  void thereIsAWorkloadForEachProcess() throws IOException {
    assertThat(manifests())
        .allSatisfy(each -> assertThat(KINDS).contains(each.get("kind").asText()));
    assertThat(workloads())
        .extracting(each -> container(each).get("args").get(0).asText())
        .containsExactly("scheduler", "shuffle", "worker");
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void aWorkloadSelectsItsPods(JsonNode workload) {
    assertThat(workload.get("apiVersion").asText()).isEqualTo("apps/v1");
    assertThat(workload.at("/spec/selector/matchLabels"))
        .isEqualTo(workload.at("/spec/template/metadata/labels"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void variablesAreThoseOfTheCommand(JsonNode workload) {
    String help = help(container(workload).get("args").get(0).asText());
    for (JsonNode variable : container(workload).get("env")) {
      assertThat(help).containsPattern("\\b" + variable.get("name").asText() + "\\b");
    }
    assertThat(variable(workload, "HEDDLE_SECURITY"))
        .as("listens in the open")
        .isEqualTo(container(workload).at("/volumeMounts/0/mountPath").asText());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void probesAskThePagesThatAreShown(JsonNode workload) {
    JsonNode container = container(workload);
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/ready");
    String port =
        StreamSupport.stream(container.get("ports").spliterator(), false)
            .filter(each -> each.get("name").asText().equals("http"))
            .map(each -> each.get("containerPort").asText())
            .collect(Collectors.joining());
    assertThat(variable(workload, "HEDDLE_HTTP")).endsWith(":" + port);
    assertThat(
            workload.at("/spec/template/metadata/annotations").get("prometheus.io/port").asText())
        .isEqualTo(port);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void memoryFitsIntoTheLimit(JsonNode workload) {
    String own = variable(workload, "HEDDLE_MEMORY");
    long heapAndJvm = (1L << 30) + (384L << 20);
    assertThat(bytes(container(workload).at("/resources/limits/memory").asText()))
        .isGreaterThanOrEqualTo((own.isEmpty() ? 0 : bytes(own)) + heapAndJvm);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void everyMountHasItsVolume(JsonNode workload) {
    Set<String> volumes = new TreeSet<>();
    workload.at("/spec/template/spec/volumes").forEach(v -> volumes.add(v.get("name").asText()));
    workload
        .at("/spec/volumeClaimTemplates")
        .forEach(v -> volumes.add(v.at("/metadata/name").asText()));
    Set<String> mounts = new TreeSet<>();
    container(workload).get("volumeMounts").forEach(m -> mounts.add(m.get("name").asText()));
    assertThat(mounts).isEqualTo(volumes);
  }

  private static JsonNode container(JsonNode workload) {
    return workload.at("/spec/template/spec/containers/0");
  }

  private static String variable(JsonNode workload, String name) {
    return StreamSupport.stream(container(workload).get("env").spliterator(), false)
        .filter(each -> each.get("name").asText().equals(name))
        .map(each -> each.get("value").asText())
        .collect(Collectors.joining());
  }

  private static long bytes(String size) {
    Matcher parts = SIZE.matcher(size);
    assertThat(parts.matches()).as(size).isTrue();
    return Long.parseLong(parts.group(1)) << (parts.group(2).equals("Mi") ? 20 : 30);
  }

  /** Returns the usage of a subcommand, which names its variables. */
  private static String help(String command) {
    CommandLine all = new CommandLine(CommandSpec.create());
    all.addSubcommand(new SchedulerCommand());
    all.addSubcommand(new ShuffleCommand());
    all.addSubcommand(new WorkerCommand());
    return all.getSubcommands().get(command).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }
}
