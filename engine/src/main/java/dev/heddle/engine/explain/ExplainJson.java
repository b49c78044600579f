package dev.heddle.engine.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.findings.Findings;
import dev.heddle.engine.findings.PlaceAdvice;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A plan as an object of JSON; {@code docs/guide/findings.md} lists the members. */
public final class ExplainJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ExplainJson() {}

  /** Returns what is planned, in one line. */
  public static String of(List<PlannedStage> stages, List<PlanNode> nodes) {
    return text(stages, nodes, null, 0, Optional.empty());
  }

  /**
   * Returns what was planned, what was measured and what was found, in one line.
   *
   * @param peakBytes the most memory that the query had
   * @param cpu where the CPU time went, if it was profiled
   */
  public static String of(
      List<PlannedStage> stages,
      List<PlanNode> nodes,
      Evidence evidence,
      long peakBytes,
      Optional<CpuShares> cpu) {
    return text(stages, nodes, evidence, peakBytes, cpu);
  }

  private static String text(
      List<PlannedStage> stages,
      List<PlanNode> nodes,
      @Nullable Evidence evidence,
      long peak,
      Optional<CpuShares> cpu) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("stages");
      for (PlannedStage stage : stages) {
        json.writeStartObject();
        json.writeNumberField("stage", stage.stage());
        json.writeStringField("operators", stage.operators());
        json.writeNumberField("tasks", stage.tasks());
        numbers(json, "inputs", stage.inputs());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("nodes");
      for (PlanNode node : nodes) {
        json.writeStartObject();
        json.writeNumberField("node", node.node());
        json.writeNumberField("stage", node.stage());
        json.writeStringField("operator", node.operator());
        json.writeStringField("text", node.text());
        numbers(json, "inputs", node.inputs());
        if (node.expectedRows() >= 0) {
          json.writeNumberField("expected_rows", Math.round(node.expectedRows()));
        } else {
          json.writeNullField("expected_rows");
        }
        if (evidence != null) {
          measured(json, evidence, evidence.nodes().get(node.node()));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      if (evidence != null) {
        measured(json, evidence, peak);
      }
      if (cpu.isPresent()) {
        cpu(json, cpu.get());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // never: it is written to memory
    }
    return text.toString();
  }

  private static void measured(JsonGenerator json, Evidence evidence, Evidence.Node node)
      throws IOException {
    json.writeNumberField("rows", node.rows());
    json.writeNumberField("busy_nanos", node.nanos());
    json.writeNumberField("time_share", (double) node.nanos() / Math.max(1, evidence.busyNanos()));
    json.writeNumberField("state_bytes", node.stateBytes());
    json.writeNumberField("spilled_bytes", node.spilledBytes());
  }

  private static void measured(JsonGenerator json, Evidence evidence, long peak)
      throws IOException {
    json.writeNumberField("rows", evidence.resultRows());
    json.writeNumberField("elapsed_nanos", evidence.elapsedNanos());
    json.writeNumberField("run_nanos", evidence.runNanos());
    json.writeNumberField("peak_memory_bytes", peak);
    json.writeArrayFieldStart("phases");
    for (QueryProfile.Phase phase : evidence.profile().phases()) {
      json.writeStartObject();
      json.writeStringField("phase", phase.name());
      json.writeNumberField("nanos", phase.elapsedNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("findings");
    for (Finding finding : Findings.of(evidence)) {
      json.writeStartObject();
      json.writeStringField("code", finding.code());
      json.writeStringField("what", finding.what());
      json.writeStringField("remedy", finding.remedy());
      json.writeNumberField("cost_nanos", finding.cost().toNanos());
      numbers(json, "nodes", finding.nodes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("place", PlaceAdvice.of(evidence));
  }

  private static void cpu(JsonGenerator json, CpuShares cpu) throws IOException {
    CpuProfile profile = cpu.profile();
    json.writeObjectFieldStart("cpu");
    json.writeNumberField("period_nanos", profile.period().toNanos());
    json.writeNumberField("nanos", cpu.nanos());
    json.writeNumberField("unattributed_nanos", profile.unattributed().toNanos());
    json.writeNumberField("lost_nanos", profile.lost().toNanos());
    json.writeArrayFieldStart("places");
    for (CpuShares.Place place : cpu.places()) {
      json.writeStartObject();
      if (place.node().isPresent()) {
        json.writeNumberField("node", place.node().get().node());
      } else {
        json.writeStringField("activity", place.activity());
      }
      json.writeNumberField("nanos", place.nanos());
      json.writeNumberField("share", cpu.share(place.nanos()));
      json.writeArrayFieldStart("methods");
      for (CpuShares.Method method : place.methods()) {
        json.writeStartObject();
        json.writeStringField("method", method.name());
        if (method.function().isPresent()) {
          json.writeStringField("function", method.function().get());
        }
        json.writeNumberField("self_nanos", method.nanos());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("cautions");
    for (String caution : profile.cautions()) {
      json.writeString(caution);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void numbers(JsonGenerator json, String name, List<Integer> numbers)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (int each : numbers) {
      json.writeNumber(each);
    }
    json.writeEndArray();
  }
}
