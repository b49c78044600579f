package dev.heddle.engine.session;

import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.worker.LocalStageRunner;

class LocalStageRunnerTest extends StageRunnerContract {
  @Override
  StageRunner runner() {
    return new LocalStageRunner(2);
  }
}
