package dev.heddle.io.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.SingleFileWrite;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What writes to folders owe on every storage: after a death at any call of a write the folder
 * shows the old or the new state in whole, the next write leaves no orphan, and writes at the same
 * time do not mix. A subclass names the storage.
 */
public abstract class FolderWriteContract {
  private static final List<String> OLD = List.of("old-1", "p=0/old-2");

  /** Makes the contract for a subclass. */
  protected FolderWriteContract() {}

  /** Returns the storage. */
  protected abstract Storage storage();

  /** Returns the path of a folder that no test has used. */
  protected abstract String newFolder();

  /**
   * Returns everything that lies below a folder, visible or not, also bytes that are prepared only;
   * paths relative to it.
   */
  protected abstract Set<String> everything(String folder);

  /** Leaves a file that is being written as a killed process would. */
  protected void abandon(String path, PublishedOutput output) {
    output.prepare(); // keeps the bytes and gives up the claim on them
  }

  /** Returns whether a listed path is no object but something that the test's server works on. */
  protected boolean isOfServer(String path) {
    return false;
  }

  /** Returns after how many calls more each write dies than the one before it. */
  protected int callsBetweenDeaths() {
    return Integer.getInteger("heddle.deaths.step", 4);
  }

  /** Returns how many random deaths of clean-ups are tried for each death of a write. */
  protected int cleanupDeaths() {
    return 2;
  }

  /** Returns whether writes die that have this number of files. */
  protected boolean hasDeathsOf(int files) {
    return files >= 0;
  }

  /** Returns how often a folder is overwritten while it is read. */
  protected int generations() {
    return 15;
  }

  /** Returns how often each of several writers writes a folder. */
  protected int writesOfEach() {
    return 3;
  }

  private static void add(Storage storage, FolderWrite write, String start) {
    byte[] bytes = start.getBytes(StandardCharsets.UTF_8);
    StagedFiles.add(storage, write, start + "~" + write.id(), bytes);
  }

  private static void write(Storage storage, String folder, WriteMode mode, List<String> files) {
    try (FolderWrite write =
        FolderWrite.begin(storage, folder, mode, FileNamePattern.DEFAULT).orElseThrow()) {
      files.forEach(file -> add(storage, write, file));
      write.commit();
    }
  }

  /** The visible files, without the ids of their writes. */
  private Set<String> visible(String folder) {
    Set<String> names = new TreeSet<>();
    for (String path : visiblePaths(folder)) {
      names.add(path.substring(storage().absolute(folder).length() + 1).replaceAll("~.*", ""));
    }
    return names;
  }

  private List<String> visiblePaths(String folder) {
    try {
      return storage().resolve(folder, List.of()).stream()
          .map(StoredFile::path)
          .filter(path -> !isOfServer(path))
          .toList();
    } catch (HeddleException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      return List.of();
    }
  }

  private static Set<String> union(Set<String> some, List<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  private static List<String> files(int count, boolean isPartitioned) {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add((isPartitioned ? "p=" + i % 2 + "/" : "") + "new-" + i);
    }
    return files;
  }

  private void hasNoOrphans(String folder, String what) {
    Set<String> expected = new TreeSet<>();
    int prefix = storage().absolute(folder).length() + 1;
    visiblePaths(folder).forEach(path -> expected.add(path.substring(prefix)));
    expected.add("_heddle/last");
    assertThat(everything(folder)).as(what).isEqualTo(expected);
  }

  /**
   * Dies after each call of a write once, or after some of them; then reads, and writes again, also
   * dying at times.
   */
  @ParameterizedTest
  @CsvSource({
    "FAIL_IF_EXISTS, 1, false",
    "FAIL_IF_EXISTS, 4, true",
    "APPEND, 1, false",
    "APPEND, 4, true",
    "OVERWRITE, 1, false",
    "OVERWRITE, 4, true",
    "OVERWRITE, 0, false"
  })
  void aDeathAfterAnyCallShowsTheOldOrTheNewInWhole(
      WriteMode mode, int count, boolean isPartitioned) {
    assumeThat(hasDeathsOf(count)).as("at night").isTrue();
    List<String> added = files(count, isPartitioned);
    boolean isFresh = mode == WriteMode.FAIL_IF_EXISTS;
    Set<String> before = isFresh ? Set.of() : new TreeSet<>(OLD);
    Set<String> after = union(mode == WriteMode.APPEND ? before : Set.of(), added);
    boolean wasCommitted = false;
    boolean hasDied = true;
    int step = callsBetweenDeaths();
    for (int call = (mode.ordinal() + count) % step; hasDied; call += step) {
      String folder = newFolder();
      if (!isFresh) {
        write(storage(), folder, WriteMode.APPEND, OLD);
      }
      DyingStorage dying = new DyingStorage(storage(), call, this::abandon);
      try {
        write(dying, folder, mode, added);
      } catch (DyingStorage.Death e) {
        assertThat(dying.isDead()).isTrue();
      }
      hasDied = dying.isDead();
      String what = mode + " dead after call " + call;
      Set<String> shown = visible(folder);
      assertThat(shown).as(what).isIn(before, after);
      boolean isCommitted = shown.equals(after) && !before.equals(after);
      assertThat(isCommitted || !wasCommitted).as("%s goes back", what).isTrue();
      wasCommitted |= isCommitted;
      diesWhileCleaningUp(folder, shown, call);
      write(storage(), folder, WriteMode.APPEND, List.of("next"));
      assertThat(visible(folder)).as(what).isEqualTo(union(shown, List.of("next")));
      hasNoOrphans(folder, what);
    }
    assertThat(wasCommitted || before.equals(after)).isTrue();
  }

  private void diesWhileCleaningUp(String folder, Set<String> shown, int seed) {
    Random random = new Random(seed);
    for (int i = 0; i < cleanupDeaths(); i++) {
      int last = random.nextInt(40);
      DyingStorage dying = new DyingStorage(storage(), last, this::abandon);
      try (FolderWrite write =
          FolderWrite.begin(dying, folder, WriteMode.APPEND, FileNamePattern.DEFAULT)
              .orElseThrow()) {
        add(dying, write, "never");
        // not committed: rolled back, by itself or by the next one
      } catch (DyingStorage.Death e) {
        assertThat(dying.isDead()).isTrue();
      }
      assertThat(visible(folder))
          .as("seed %d, clean-up dead after %d", seed, last)
          .isEqualTo(shown);
    }
  }

  @Test
  void readersSeeOneGenerationWhole() throws InterruptedException {
    String folder = newFolder();
    int generations = generations();
    writeGeneration(folder, 0);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger listings = new AtomicInteger();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    while (!isOver.get()) {
                      isOneGeneration(visible(folder));
                      listings.incrementAndGet();
                    }
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                });
    try {
      for (int i = 1; i <= generations; i++) {
        writeGeneration(folder, i);
      }
    } finally {
      isOver.set(true);
      reader.join();
    }
    assertThat(failures).isEmpty();
    assertThat(listings).hasPositiveValue();
    assertThat(visible(folder)).contains("g" + generations + "-0");
    hasNoOrphans(folder, "generations");
  }

  private void writeGeneration(String folder, int generation) {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      files.add((i < 2 ? "" : "p=" + i + "/") + "g" + generation + "-" + i);
    }
    write(storage(), folder, WriteMode.OVERWRITE, files);
  }

  private static void isOneGeneration(Set<String> names) {
    Set<String> generations = new TreeSet<>();
    names.forEach(name -> generations.add(name.replaceAll(".*g(\\d+)-.*", "$1")));
    assertThat(names).as("%s", generations).hasSize(4);
    assertThat(generations).as("%s", names).hasSize(1);
  }

  @Test
  void appendsAtTheSameTimeAllLand() throws InterruptedException {
    String folder = newFolder();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Set<String> expected = new TreeSet<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int writer = i;
      for (int j = 0; j < writesOfEach(); j++) {
        expected.add("w" + writer + "-" + j + "a");
        expected.add("w" + writer + "-" + j + "b");
      }
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int j = 0; j < writesOfEach(); j++) {
                        String name = "w" + writer + "-" + j;
                        write(storage(), folder, WriteMode.APPEND, List.of(name + "a", name + "b"));
                      }
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(visible(folder)).isEqualTo(expected);
    hasNoOrphans(folder, "appends");
  }

  @Test
  void overwritesAtTheSameTimeLeaveOneWhole() throws InterruptedException {
    String folder = newFolder();
    writeGeneration(folder, 0);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      int writer = i;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int j = 0; j < writesOfEach(); j++) {
                        writeGeneration(folder, 10 * writer + j);
                      }
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures)
        .allSatisfy(
            e ->
                assertThat(e)
                    .isInstanceOfSatisfying(
                        HeddleException.class,
                        h -> assertThat(h.code()).isEqualTo(ErrorCode.CONFLICT)));
    isOneGeneration(visible(folder));
    hasNoOrphans(folder, "overwrites");
  }

  @Test
  void anAttemptThatGoesOnAfterTheCommitLeavesNothing() {
    for (WriteMode mode : List.of(WriteMode.FAIL_IF_EXISTS, WriteMode.APPEND)) {
      for (boolean isKilled : List.of(false, true)) {
        String folder = newFolder();
        if (mode == WriteMode.APPEND) {
          write(storage(), folder, WriteMode.APPEND, OLD);
        }
        FolderWrite write =
            FolderWrite.begin(storage(), folder, mode, FileNamePattern.DEFAULT).orElseThrow();
        Staging staging = write.staging();
        assertThat(storage().isOpen(staging)).isTrue();
        String name = "p=1/new~" + write.id();
        try (PublishedOutput late = StagedFiles.open(storage(), staging, name)) {
          StagedFiles.prepare(storage(), staging, name, new byte[] {1, 1}); // it does not win
          write.add(List.of(StagedFiles.prepare(storage(), staging, name, new byte[] {1})));
          assertThat(write.commit()).isTrue();
          assertThat(storage().isOpen(staging)).isFalse();
          goOn(late, isKilled);
        }
        assertThat(FolderWrite.clean(storage(), folder)).isBetween(0, isKilled ? 1 : 0);
        Set<String> shown = new TreeSet<>(mode == WriteMode.APPEND ? OLD : List.of());
        assertThat(visible(folder)).isEqualTo(union(shown, List.of("p=1/new")));
        hasNoOrphans(folder, mode + ", killed " + isKilled);
      }
    }
  }

  private void goOn(PublishedOutput late, boolean isKilled) {
    try {
      late.write(new byte[] {1, 2, 3}, 0, 3);
      PreparedFile prepared = late.prepare();
      if (!isKilled) {
        storage().abort(prepared);
      }
    } catch (HeddleException e) { // of a storage that knows that the file has been dropped
      assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
    }
  }

  @Test
  void aSingleFileOfAnotherProcessAppearsWhenItIsCommitted() {
    String folder = newFolder();
    String path = folder + "/x.bin";
    try (SingleFileWrite write = SingleFileWrite.begin(storage(), path, WriteMode.FAIL_IF_EXISTS)) {
      StagedFiles.prepare(storage(), write.staging(), "", new byte[] {1, 1});
      PreparedFile file = StagedFiles.prepare(storage(), write.staging(), "", new byte[] {1, 2});
      assertThat(visible(folder)).isEmpty();
      write.commit(file);
    }
    assertThat(everything(folder)).containsExactly("x.bin");
    assertThat(storage().stat(path).sizeBytes()).isEqualTo(2);
    try (SingleFileWrite write = SingleFileWrite.begin(storage(), path, WriteMode.FAIL_IF_EXISTS)) {
      PreparedFile file = StagedFiles.prepare(storage(), write.staging(), "", new byte[] {1});
      assertThatThrownBy(() -> write.commit(file))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining("made by somebody else");
    }
    assertThat(everything(folder)).containsExactly("x.bin");
    assertThat(storage().stat(path).sizeBytes()).isEqualTo(2);
    try (SingleFileWrite write = SingleFileWrite.begin(storage(), path, WriteMode.OVERWRITE)) {
      write.commit(StagedFiles.prepare(storage(), write.staging(), "", new byte[] {1, 2, 3}));
    }
    assertThat(everything(folder)).containsExactly("x.bin");
    assertThat(storage().stat(path).sizeBytes()).isEqualTo(3);
  }

  @Test
  void theNextWriteOfASingleFileCleansUpAfterADeath() {
    boolean hasDied = true;
    for (int call = 0; hasDied; call += callsBetweenDeaths()) {
      String folder = newFolder();
      String path = folder + "/x.bin";
      DyingStorage dying = new DyingStorage(storage(), call, this::abandon);
      try (SingleFileWrite write = SingleFileWrite.begin(dying, path, WriteMode.OVERWRITE)) {
        write.commit(StagedFiles.prepare(dying, write.staging(), "", new byte[] {1, 2}));
      } catch (DyingStorage.Death e) {
        assertThat(dying.isDead()).isTrue();
      }
      hasDied = dying.isDead();
      Set<String> shown = visible(folder);
      assertThat(shown).as("dead after call %d", call).isIn(Set.of(), Set.of("x.bin"));
      FolderWrite.clean(storage(), path);
      boolean isThere = storage().isFolder(folder);
      Set<String> left = isThere ? everything(folder) : Set.of();
      assertThat(left).as("dead after call %d", call).isEqualTo(shown);
    }
  }
}
