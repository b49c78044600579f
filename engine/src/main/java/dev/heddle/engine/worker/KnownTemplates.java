package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.io.dataset.DatasetForm;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The templates that a worker has read last, for jobs that run the same ones again. Only small ones
 * that hold nothing of a job: neither its rows in memory nor its code. Thread-safe.
 */
final class KnownTemplates {
  static final int MAX_TEMPLATES = 64;
  static final int MAX_BYTES = 64 << 10; // of one with its tables

  private final Map<StageContent, StageTemplate> known =
      new LinkedHashMap<>(16, 0.75f, true); // guarded by this; the one not used for longest first

  /**
   * Returns the template of what is named.
   *
   * @param bytes how many bytes that is
   * @param reader reads them
   */
  StageTemplate of(StageContent names, long bytes, Supplier<StageTemplate> reader) {
    synchronized (this) {
      StageTemplate template = known.get(names);
      if (template != null) {
        return template;
      }
    }
    StageTemplate read = reader.get();
    if (bytes <= MAX_BYTES && names.archives().isEmpty() && readsFilesOnly(read.fragment())) {
      keep(names, read);
    }
    return read;
  }

  private synchronized void keep(StageContent names, StageTemplate template) {
    known.put(names, template);
    if (known.size() > MAX_TEMPLATES) {
      known.remove(known.keySet().iterator().next());
    }
  }

  private static boolean readsFilesOnly(PhysicalPlan plan) {
    return (!(plan instanceof PhysicalPlan.Scan scan) || DatasetForm.isDataset(scan.table()))
        && plan.inputs().stream().allMatch(KnownTemplates::readsFilesOnly);
  }
}
