package dev.heddle.engine.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Decision;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final int RECORDS = 9;

  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("journal");
  }

  private static JournalRecord record(int number) {
    return new JournalRecord.Decided(new Decision.Released(new JobId(7), number));
  }

  private static List<JournalRecord> records(int count) {
    List<JournalRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(record(i));
    }
    return records;
  }

  private long write() {
    AtomicLong safe = new AtomicLong();
    try (Journal journal = new Journal(folder())) {
      journal.start(safe::set);
      records(RECORDS).forEach(journal::append);
    }
    return safe.get();
  }

  private List<JournalRecord> read() {
    try (Journal journal = new Journal(folder())) {
      return journal.found();
    }
  }

  @Test
  void whatWasAppendedIsFoundAgain() throws Exception {
    assertThat(write()).isEqualTo(RECORDS);
    assertThat(read()).isEqualTo(records(RECORDS));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
        .isEqualTo("rwx------");
  }

  @Test
  void aTornTailIsIgnoredAndWrittenOver() throws Exception {
    write();
    Path file = folder().resolve("journal");
    byte[] whole = Files.readAllBytes(file);
    int each = (whole.length - JournalFormat.HEADER_BYTES) / RECORDS;
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      int left = Math.max(0, length - JournalFormat.HEADER_BYTES) / each;
      assertThat(read()).as("%d bytes", length).isEqualTo(records(left));
      try (Journal journal = new Journal(folder())) {
        journal.start(_ -> {});
        journal.append(record(left));
      }
      assertThat(read()).as("%d bytes and a record", length).isEqualTo(records(left + 1));
    }
  }

  @Test
  void aFlippedBitEndsTheJournal() throws Exception {
    write();
    Path file = folder().resolve("journal");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 4;
    Files.write(file, bytes);
    assertThat(read()).isEqualTo(records(RECORDS - 1));
  }

  @Test
  void whatNobodyWaitsForGathersUntilSomebodyWaits() throws Exception {
    BlockingQueue<Long> safe = new LinkedBlockingQueue<>();
    try (Journal journal = new Journal(folder())) {
      journal.start(safe::add);
      for (long last = 1; last < 100; last += 2) {
        journal.append(new JournalRecord.Decided(new Decision.JobEnded(new JobId(last))));
        journal.flush();
        journal.append(record(7)); // awaited, but not urgent
        journal.flush();
        journal.hurry();
        assertThat(safe.poll(30, TimeUnit.SECONDS)).isEqualTo(last + 1);
      }
    }
  }

  @Test
  void droppingLeavesNoFile() {
    try (Journal journal = new Journal(folder())) {
      journal.start(_ -> {});
      journal.append(record(0));
      journal.drop();
    }
    assertThat(folder().resolve("journal")).doesNotExist();
    try (Journal journal = new Journal(folder())) {
      journal.start(_ -> {});
      journal.append(record(1));
      journal.drop();
      journal.append(record(0));
    }
    assertThat(read()).isEqualTo(records(1));
  }

  @Test
  void jobsThatAreOverLeaveAFileThatGrows() throws Exception {
    List<JournalRecord> kept = new ArrayList<>();
    kept.add(new JournalRecord.Decided(new Decision.Recovered(3)));
    try (Journal journal = new Journal(folder(), 4_000)) {
      journal.start(_ -> {});
      journal.append(kept.getFirst());
      for (int job = 10; job < 1_000; job++) {
        journal.append(new JournalRecord.Decided(new Decision.Released(new JobId(job), 1)));
        journal.append(new JournalRecord.Decided(new Decision.JobEnded(new JobId(job))));
        if (job % 100 == 0) {
          kept.add(record(job));
          journal.append(kept.getLast());
        }
      }
    }
    try (Journal journal = new Journal(folder(), 0)) {
      journal.start(_ -> {});
      kept.add(record(9));
      journal.append(kept.getLast());
    }
    assertThat(read()).isEqualTo(kept);
    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("journal", "lock");
    }
  }

  @Test
  void aSecondSchedulerIsRefused() {
    try (Journal _ = new Journal(folder())) {
      assertThatThrownBy(() -> new Journal(folder()))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("another scheduler");
    }
  }

  @Test
  void aJournalOfAnotherBuildIsRefused() throws Exception {
    write();
    Path file = folder().resolve("journal");
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(this::read)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("another version");
  }
}
