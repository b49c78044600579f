package dev.heddle.engine.ui;

import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings and versions that a report shows; nothing that is secret. */
public final class ReportSettings {
  private ReportSettings() {}

  /** Returns them by name. */
  public static Map<String, String> of(SessionOptions options) {
    Map<String, String> all = new LinkedHashMap<>();
    ClusterOptions cluster = options.cluster();
    Runtime process = Runtime.getRuntime();
    all.put("threads", or(options.threads(), process.availableProcessors() + " (all processors)"));
    all.put("memory budget", or(options.memoryBudgetBytes(), "chosen by the session"));
    all.put("partitions", or(options.partitions(), "chosen by the session"));
    all.put("time zone", options.timeZone().getId());
    all.put("optimised", Boolean.toString(options.isOptimized()));
    all.put("generates code", Boolean.toString(options.generatesCode()));
    all.put("cluster", cluster == null ? "none" : cluster.host() + ":" + cluster.port());
    String version = ReportSettings.class.getPackage().getImplementationVersion();
    all.put("Heddle", version == null ? "built from its source" : version);
    all.put("Java", Runtime.version() + ", " + System.getProperty("java.vm.name"));
    all.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", "
            + System.getProperty("os.arch")
            + ", "
            + process.availableProcessors()
            + " processors, heap of at most "
            + (process.maxMemory() >> 20)
            + " MiB");
    return all;
  }

  private static String or(long value, String otherwise) {
    return value == 0 ? otherwise : Long.toString(value);
  }
}
