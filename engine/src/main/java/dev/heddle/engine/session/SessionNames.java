package dev.heddle.engine.session;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.translate.SqlNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What names mean in one SQL text: the frames given with it, then the catalogue as it is now. */
final class SessionNames implements SqlNames {
  private final Map<String, LogicalPlan> plans = new LinkedHashMap<>();
  private final SourceTables sources;

  SessionNames(SessionCatalogue catalogue, SourceTables sources, Map<String, LogicalPlan> frames) {
    this.sources = sources;
    plans.putAll(frames);
    catalogue
        .plans()
        .forEach(
            (name, plan) -> {
              if (frames.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                plans.put(name, plan);
              }
            });
  }

  @Override
  public List<String> names() {
    return new ArrayList<>(plans.keySet());
  }

  @Override
  public LogicalPlan plan(String name) {
    LogicalPlan plan = plans.get(name);
    if (plan == null) {
      throw new IllegalStateException("Not among the names: " + name);
    }
    return plan;
  }

  @Override
  public LogicalPlan file(Source source) {
    return sources.name(source);
  }
}
