package dev.heddle.engine.graph;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.List;

/**
 * A graph that runs elsewhere, and ends here.
 *
 * @param stages those that run elsewhere; each writes an exchange
 * @param reader the stage that runs in the caller's process: one task that reads what the last of
 *     them has written, and makes the result
 */
public record RemoteStages(List<StageTemplate> stages, StageTemplate reader) {
  /** Copies the list. */
  public RemoteStages {
    stages = List.copyOf(stages);
  }

  /** Divides a graph whose result comes to the caller. */
  public static RemoteStages of(StageGraph graph) {
    List<StageTemplate> all = graph.stages();
    return graph.endsWithReader()
        ? new RemoteStages(all.subList(0, all.size() - 1), graph.resultStage())
        : new RemoteStages(written(graph, false), reader(graph.resultStage()));
  }

  /** Divides a graph whose result stays where it is made. */
  public static RemoteStages kept(StageGraph graph) {
    return new RemoteStages(written(graph, true), reader(graph.resultStage()));
  }

  /** Returns the types of the rows of the exchange that the reader reads. */
  public List<DataType> types() {
    return types(stages.getLast().fragment());
  }

  private static List<StageTemplate> written(StageGraph graph, boolean isKept) {
    return graph.stages().stream().map(stage -> intoExchange(stage, isKept)).toList();
  }

  private static StageTemplate reader(StageTemplate result) {
    PhysicalPlan read =
        new PhysicalPlan.ExchangeRead(
            result.stage(), result.fragment().output(), List.of(), result.fragment().estimate());
    return new StageTemplate(
        result.stage() + 1, read, 1, List.of(result.stage()), new StageOutput.Result());
  }

  /** Lets the result stage write an exchange too. */
  private static StageTemplate intoExchange(StageTemplate stage, boolean isKept) {
    return switch (stage.output()) {
      case StageOutput.ToExchange _ -> stage;
      case StageOutput.Result _ ->
          new StageTemplate(
              stage.stage(),
              stage.fragment(),
              stage.tasks(),
              stage.inputs(),
              new StageOutput.ToExchange(
                  stage.stage(),
                  new Distribution.Single(List.of()),
                  new ExchangeShape(types(stage.fragment()), stage.tasks(), 1, isKept)));
    };
  }

  private static List<DataType> types(PhysicalPlan fragment) {
    return fragment.output().fields().stream().map(Field::type).toList();
  }
}
