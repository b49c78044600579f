package dev.heddle.engine.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.WorkerDirectory;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What goes along with winners, in the scheduler's process and in those that read it. */
class InlineOutputsTest {
  private static final ExchangeId ID = new ExchangeId(1, 2);

  private static final StageShape STAGE = new StageShape(1, List.of(), 1, 1, -1, false, List.of());

  private final OpenJob job =
      new OpenJob(
          new JobId(1),
          new JobOwner("test", 1),
          new ControlMessage.Submit(
              0,
              JobText.NONE,
              new JobShape(List.of(STAGE)),
              List.of(),
              0,
              "UTC",
              false,
              false,
              false,
              Optional.empty()),
          Map.of(),
          0,
          null);

  private static InlineOutput output(int map, int attempt, int bytes) {
    return new InlineOutput(new MapAttempt(ID, map, attempt), new byte[bytes]);
  }

  /** Returns a table in which each map's winner is an attempt. */
  private static WinnerTable table(int... attempts) {
    List<WinnerTable.Winner> winners = new ArrayList<>();
    for (int attempt : attempts) {
      winners.add(new WinnerTable.Winner(0, attempt, 0));
    }
    return new WinnerTable(ID, 0, List.of(new ShuffleAddress(0, 1, "host", 1)), winners);
  }

  @Test
  void whatAllWinnersHaveWrittenGoesAlong() {
    job.put(output(0, 0, 5));
    assertThat(job.inline(table(0, 1))).as("of one map nothing is known").isEmpty();
    job.put(output(1, 0, 6));
    assertThat(job.inline(table(0, 1))).as("another attempt has won").isEmpty();
    job.put(output(1, 1, 7));
    assertThat(job.inline(table(0, 1))).extracting(o -> o.blocks().length).containsExactly(5, 7);
    assertThat(job.inline(table(0, 0))).extracting(o -> o.blocks().length).containsExactly(5, 6);
  }

  @Test
  void ofMuchOnlySomeIsKept() {
    for (int map = 0; map < 1_000; map++) {
      job.put(output(map, 0, 10_000));
    }
    assertThat(job.inline(table(new int[20]))).hasSize(20);
    assertThat(job.inline(table(new int[30]))).isEmpty();
  }

  @Test
  void readersForgetItWithItsExchange() {
    List<InlineOutput> told = new ArrayList<>();
    WorkerDirectory directory = new WorkerDirectory(told::add);
    InlineOutput output = output(0, 3, 4);
    directory.sealed(output);
    assertThat(told).containsExactly(output);
    assertThat(directory.little(ID)).isEmpty();
    directory.put(table(3), List.of(output));
    assertThat(directory.little(ID)).containsExactly(output);
    directory.put(table(4), List.of());
    assertThat(directory.little(ID)).as("of the winners before").isEmpty();
    directory.put(table(3), List.of(output));
    directory.release(ID);
    assertThat(directory.little(ID)).isEmpty();
    directory.put(table(3), List.of(output));
    directory.releaseJob(ID.job());
    assertThat(directory.little(ID)).isEmpty();
  }
}
