package dev.heddle.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.engine.profile.ProcessProfile;
import dev.heddle.engine.profile.SiteSamples;
import dev.heddle.server.model.FlameTree;
import dev.heddle.server.model.MethodTime;
import dev.heddle.server.model.OwnFlames;
import dev.heddle.server.model.OwnProfiles;
import dev.heddle.server.model.SiteTotal;
import java.util.List;
import java.util.Optional;

/** What the process of the dashboard itself did for a while. Thread-safe. */
public final class OwnProfileApi {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_LINES = 60;
  private static final int MAX_CHARS = 300_000; // of each of three graphs

  private final OwnProfiles profiles;

  /** Shows these profiles. */
  public OwnProfileApi(OwnProfiles profiles) {
    this.profiles = profiles;
  }

  /** Writes whether one is being made, and which one is there. */
  void state(ObjectNode to) {
    to.put("process", "process " + ProcessHandle.current().pid())
        .put("left_millis", profiles.left().map(left -> left.toMillis()).orElse(-1L))
        .put("failure", profiles.failure())
        .put("number", profiles.last().map(OwnProfiles.Made::number).orElse(0L));
  }

  /** Returns the last one; empty if there is none. */
  public Optional<byte[]> last() {
    return profiles.last().map(made -> json(made).toString().getBytes(UTF_8));
  }

  private static ObjectNode json(OwnProfiles.Made made) {
    ProcessProfile profile = made.profile();
    ObjectNode to = JSON.createObjectNode();
    to.put("number", made.number())
        .put("at_millis", made.at().toEpochMilli())
        .put("took_millis", profile.took().toMillis())
        .put("period_nanos", profile.cpu().period().toNanos());
    profile.cpu().cautions().forEach(to.putArray("cautions")::add);
    ObjectNode cpu = to.putObject("cpu");
    FlameJson.tree(OwnFlames.cpu(profile.cpu()), MAX_CHARS, cpu);
    ArrayNode methods = cpu.putArray("methods");
    for (MethodTime each : OwnFlames.methods(profile.cpu(), MAX_LINES)) {
      FlameJson.method(each, methods.addObject());
    }
    sites(profile.allocation(), to.putObject("allocation"));
    sites(profile.locks(), to.putObject("locks"));
    return to;
  }

  private static void sites(List<SiteSamples> samples, ObjectNode to) {
    FlameTree tree = OwnFlames.sites(samples);
    FlameJson.tree(tree, MAX_CHARS, to);
    ArrayNode sites = to.putArray("sites");
    for (SiteTotal each : SiteTotal.top(samples, MAX_LINES)) {
      sites
          .addObject()
          .put("subject", each.subject())
          .put("name", each.frame())
          .put("amount", each.amount());
    }
  }
}
