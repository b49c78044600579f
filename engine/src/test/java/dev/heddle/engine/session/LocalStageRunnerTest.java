package dev.heddle.engine.session;

import dev.heddle.engine.cluster.LocalStageRunner;
import dev.heddle.engine.graph.StageRunner;

class LocalStageRunnerTest extends StageRunnerContract {
  @Override
  StageRunner runner() {
    return new LocalStageRunner(2);
  }
}
