package dev.heddle.io.parquet.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.parquet.FooterWarmup;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.storage.StoredFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A footer is read once, by the first caller. */
class FooterCacheTest {
  private static final StoredFile FILE = new StoredFile("/a.parquet", 100, "1");

  @TempDir private Path folder;

  /** A cache whose first reading goes on until another thread waits for the same footer. */
  private static final class Crowd {
    final AtomicInteger reads = new AtomicInteger();
    final AtomicReference<FutureTask<ParquetFooter>> other = new AtomicReference<>();
    final FooterCache cache;

    Crowd(Function<StoredFile, ParquetFooter> reader) {
      cache =
          new FooterCache(
              1000,
              file -> {
                if (reads.incrementAndGet() == 1) {
                  letAnotherWait(file);
                }
                return reader.apply(file);
              });
    }

    private void letAnotherWait(StoredFile file) {
      FutureTask<ParquetFooter> task = new FutureTask<>(() -> cache.get(file));
      other.set(task);
      Thread thread = new Thread(task);
      thread.start();
      while (thread.getState() != Thread.State.WAITING && !task.isDone()) {
        Thread.onSpinWait();
      }
    }
  }

  private static ParquetFooter footer(StoredFile file) {
    return new ParquetFooter(file, List.of(), Map.of(), Map.of(), Map.of(), List.of(), 0, 10);
  }

  @Test
  void threadsThatMissAtOnceReadOnce() throws Exception {
    Crowd crowd = new Crowd(FooterCacheTest::footer);
    ParquetFooter first = crowd.cache.get(FILE);
    assertThat(crowd.other.get().get()).isSameAs(first);
    assertThat(crowd.cache.get(FILE)).isSameAs(first);
    assertThat(crowd.reads).hasValue(1);
    assertThat(crowd.cache.size()).isOne();
  }

  @Test
  void eachThreadFailsForItself() throws Exception {
    Crowd crowd =
        new Crowd(
            file -> {
              throw new HeddleException(ErrorCode.IO, "Cannot read " + file.path());
            });
    Throwable first = catchThrowable(() -> crowd.cache.get(FILE));
    assertThat(first).isInstanceOf(HeddleException.class);
    assertThatThrownBy(() -> crowd.other.get().get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(HeddleException.class)
        .hasMessage("Cannot read /a.parquet")
        .isNotSameAs(first);
    assertThat(crowd.reads).hasValue(2);
    assertThat(crowd.cache.size()).isZero();
  }

  @Test
  void whatWasReadAheadIsThereForTheQuery() throws Exception {
    Path file = GroupFiles.write(folder.resolve("a.parquet"), 1);
    int before = FooterCache.SHARED.size();
    new FooterWarmup(file.toString()).run();
    assertThat(FooterCache.SHARED.size()).isEqualTo(before + 1);
    DatasetTables.open(new ParquetFormat(), List.of(file.toString()), DatasetOptions.DEFAULT);
    assertThat(FooterCache.SHARED.size()).isEqualTo(before + 1);
  }

  @Test
  void aWrongGuessIsLeftToTheQuery() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.parquet"), "no Parquet file at all");
    int before = FooterCache.SHARED.size();
    for (String path :
        List.of(
            "",
            "\0",
            broken.toString(),
            folder.toString(),
            folder + "/*.parquet",
            folder + "/missing.parquet",
            "s3a://bucket/a.parquet",
            "nowhere://a.parquet")) {
      new FooterWarmup(path).run();
    }
    assertThat(FooterCache.SHARED.size()).isEqualTo(before);
  }
}
