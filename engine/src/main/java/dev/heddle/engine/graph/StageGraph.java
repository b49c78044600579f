package dev.heddle.engine.graph;

import java.util.List;

/**
 * The stages of a job, producers before consumers; the last one makes the result.
 *
 * @param stages at least one; a stage's number is its position
 */
public record StageGraph(List<StageTemplate> stages) {
  /** Copies the list and checks its order. */
  public StageGraph {
    stages = List.copyOf(stages);
    for (int i = 0; i < stages.size(); i++) {
      boolean last = i == stages.size() - 1;
      if (stages.get(i).stage() != i
          || stages.get(i).output() instanceof StageOutput.Result != last) {
        throw new IllegalArgumentException("Stage " + i + " is out of place");
      }
    }
  }

  /** Returns the stage that makes the result. */
  public StageTemplate resultStage() {
    return stages.getLast();
  }

  /** Returns the template of a stage. */
  public StageTemplate stage(int number) {
    return stages.get(number);
  }

  /** Returns one line a stage, for {@code explain}. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (StageTemplate stage : stages) {
      text.append("stage ").append(stage.stage()).append(": ").append(stage.tasks());
      text.append(stage.tasks() == 1 ? " task" : " tasks");
      if (!stage.inputs().isEmpty()) {
        text.append(", reads exchange ").append(join(stage.inputs()));
      }
      switch (stage.output()) {
        case StageOutput.Result _ -> text.append(", makes the result");
        case StageOutput.ToExchange to ->
            text.append(", writes exchange ")
                .append(to.exchange())
                .append(" (")
                .append(to.distribution())
                .append(", ")
                .append(to.shape().partitions())
                .append(to.shape().partitions() == 1 ? " partition)" : " partitions)");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String join(List<Integer> numbers) {
    return String.join(", ", numbers.stream().map(String::valueOf).toList());
  }
}
