package dev.heddle.engine.explain;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.PlanNode;
import java.time.Duration;
import java.util.Locale;

/** Writes for people what took the CPU time of a query. */
public final class CpuText {
  private CpuText() {}

  /** Returns nodes and activities with the methods that took the most, and what is not known. */
  public static String of(CpuShares cpu) {
    CpuProfile profile = cpu.profile();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%.2f s of CPU time, a sample each %d ms\n",
            cpu.nanos() / 1e9,
            profile.period().toMillis()));
    for (CpuShares.Place place : cpu.places()) {
      line(text, cpu, place.nanos(), name(place));
      for (CpuShares.Method method : place.methods()) {
        text.append("    ");
        line(
            text,
            cpu,
            method.nanos(),
            method.name() + method.function().map(name -> " of function " + name).orElse(""));
      }
    }
    rest(
        text,
        cpu,
        profile.unattributed(),
        "unattributed: it is not known any more what it was for");
    rest(text, cpu, profile.lost(), "unknown: no sample could be taken");
    for (String caution : profile.cautions()) {
      text.append(caution).append('\n');
    }
    return text.toString();
  }

  private static String name(CpuShares.Place place) {
    if (place.node().isEmpty()) {
      return "outside of the plan's nodes: " + place.activity();
    }
    PlanNode node = place.node().get();
    return "node " + node.node() + " of stage " + node.stage() + ": " + node.text();
  }

  private static void rest(StringBuilder text, CpuShares cpu, Duration time, String name) {
    if (!time.isZero()) {
      line(text, cpu, time.toNanos(), name);
    }
  }

  private static void line(StringBuilder text, CpuShares cpu, long nanos, String name) {
    text.append(String.format(Locale.ROOT, "%5.1f %%  %s\n", 100 * cpu.share(nanos), name));
  }
}
