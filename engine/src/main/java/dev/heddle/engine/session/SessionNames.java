package dev.heddle.engine.session;

import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.binder.BinderCatalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What names mean in one SQL text: the frames given with it, then the catalogue as it is now. */
final class SessionNames implements BinderCatalogue {
  private final Map<String, LogicalPlan> plans = new LinkedHashMap<>();
  private final SourceTables sources;
  private final List<UserFunction> functions;
  private final List<LogicalPlan.Scan> files = new ArrayList<>();

  SessionNames(SessionCatalogue catalogue, SourceTables sources, Map<String, LogicalPlan> frames) {
    this.sources = sources;
    this.functions = catalogue.functions();
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
  public List<UserFunction> functions() {
    return functions;
  }

  @Override
  public LogicalPlan file(Source source) {
    LogicalPlan.Scan scan = sources.name(source);
    files.add(scan);
    return scan;
  }

  /** Returns what stood in the text as files. */
  List<LogicalPlan.Scan> files() {
    return List.copyOf(files);
  }
}
