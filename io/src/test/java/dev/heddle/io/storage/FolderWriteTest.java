package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.testing.DyingStorage;
import dev.heddle.io.testing.StagedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWriteTest {
  @TempDir Path temporary;

  private final Storage storage = Storages.of("x");
  private String folder = "";

  @BeforeEach
  void nameTheFolder() {
    folder = temporary + "/t";
  }

  private FolderWrite begin(WriteMode mode) {
    return FolderWrite.begin(storage, folder, mode, FileNamePattern.DEFAULT).orElseThrow();
  }

  private void add(FolderWrite write, String start, String text) {
    StagedFiles.add(storage, write, start + write.id(), text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(WriteMode mode, String... texts) {
    try (FolderWrite write = begin(mode)) {
      for (String text : texts) {
        add(write, text + "-", text);
      }
      assertThat(write.commit()).isTrue();
    }
  }

  /** The contents of the visible files. */
  private List<String> visible(String path) {
    try {
      return storage.resolve(path, List.of()).stream()
          .map(
              file -> {
                try (RangedInput input = storage.open(file)) {
                  byte[] bytes = input.readArray(0, (int) file.sizeBytes());
                  return new String(bytes, StandardCharsets.UTF_8);
                }
              })
          .toList();
    } catch (HeddleException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      return List.of();
    }
  }

  private List<String> everything() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> temporary.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void filesAreSeenOnlyOnceTheWriteIsCommitted() throws IOException {
    try (FolderWrite write = begin(WriteMode.FAIL_IF_EXISTS)) {
      add(write, "a", "a");
      add(write, "p=1/b", "b");
      assertThat(visible(folder)).isEmpty();
      assertThat(write.commit()).isTrue();
      assertThat(visible(folder)).containsExactly("a", "b");
    }
    assertThat(visible(folder)).containsExactly("a", "b");
    assertThat(everything()).hasSize(3).contains("t/_heddle/last");
  }

  /** Looks as a program does that knows nothing of Heddle, between any two steps. */
  @Test
  void anyProgramSeesAFreshFolderWholeOrNotAtAll() {
    Set<List<String>> seen = new LinkedHashSet<>();
    Storage watched = DyingStorage.telling(storage, () -> seen.add(foreignView()));
    try (FolderWrite write =
        FolderWrite.begin(watched, folder, WriteMode.FAIL_IF_EXISTS, FileNamePattern.DEFAULT)
            .orElseThrow()) {
      for (int i = 0; i < 5; i++) {
        add(write, i % 2 == 0 ? "a" + i + "-" : "p=" + i + "/b-", "x");
      }
      assertThat(write.commit()).isTrue();
    }
    seen.add(foreignView());
    assertThat(seen).hasSize(2);
    assertThat(seen.iterator().next()).isEmpty();
    assertThat(foreignView()).hasSize(5);
  }

  private List<String> foreignView() {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> temporary.relativize(f).toString())
          .filter(name -> !name.matches("(.*/)?[._].*"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFolderThatIsMadeMeanwhileGetsTheFilesOfAWriteThatBeganWithoutIt() throws IOException {
    for (WriteMode mode : List.of(WriteMode.APPEND, WriteMode.OVERWRITE)) {
      folder = temporary + "/" + mode;
      try (FolderWrite late = begin(mode)) {
        add(late, "p=1/b", "b");
        add(late, "c", "c");
        write(WriteMode.FAIL_IF_EXISTS, "a");
        assertThat(late.commit()).isTrue();
      }
      String[] expected =
          mode == WriteMode.APPEND ? new String[] {"a", "c", "b"} : new String[] {"c", "b"};
      assertThat(visible(folder)).containsExactly(expected);
      assertThat(everything()).filteredOn(name -> name.startsWith(".")).isEmpty();
    }
  }

  @Test
  void whatADeadWriterStagedGoesWithTheNextWriteAndWhatALiveOneStagedStays() throws IOException {
    Files.createDirectories(temporary.resolve(".t.20300131T235959999-0a1b2c3d.staged/p=1"));
    Files.writeString(temporary.resolve(".t.20300131T235959999-0a1b2c3d.staged/p=1/x"), "x");
    Files.writeString(temporary.resolve(".t.20300131T235959999-0a1b2c3d.lease"), "");
    Files.createDirectories(temporary.resolve(".t.mine.staged"));
    try (FolderWrite live = begin(WriteMode.APPEND)) {
      add(live, "live", "live");
      write(WriteMode.APPEND, "next");
      assertThat(live.commit()).isTrue();
    }
    assertThat(visible(folder)).containsExactly("live", "next");
    try (Stream<Path> beside = Files.list(temporary)) {
      assertThat(beside.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("t", ".t.mine.staged");
    }
  }

  @Test
  void aWriteThatIsNotCommittedLeavesNothing() throws IOException {
    try (FolderWrite write = begin(WriteMode.FAIL_IF_EXISTS)) {
      add(write, "p=1/a", "a");
      StagedFiles.open(storage, write.staging(), "open" + write.id());
    }
    assertThat(everything()).isEmpty();
    write(WriteMode.FAIL_IF_EXISTS, "x");
    assertThat(visible(folder)).containsExactly("x");
  }

  @Test
  void modesMeetWhatIsThere() throws IOException {
    write(WriteMode.FAIL_IF_EXISTS, "old");
    assertThatThrownBy(() -> begin(WriteMode.FAIL_IF_EXISTS))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageContaining("there are files in it");
    assertThat(FolderWrite.begin(storage, folder, WriteMode.IGNORE, FileNamePattern.DEFAULT))
        .isEmpty();
    write(WriteMode.APPEND, "zzz");
    assertThat(visible(folder)).containsExactly("old", "zzz");
    write(WriteMode.OVERWRITE, "new1", "new2");
    assertThat(visible(folder)).containsExactly("new1", "new2");
    assertThat(everything()).hasSize(3);
  }

  @Test
  void filesThatCameToBeThereMeanwhileStopAWriteThatMayMeetNone() {
    try (FolderWrite first = begin(WriteMode.FAIL_IF_EXISTS);
        FolderWrite second = begin(WriteMode.FAIL_IF_EXISTS);
        FolderWrite third = begin(WriteMode.IGNORE)) {
      add(first, "a", "a");
      add(second, "b", "b");
      add(third, "c", "c");
      assertThat(second.commit()).isTrue();
      assertThatThrownBy(first::commit)
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining("there are files in it");
      assertThat(third.commit()).isFalse();
    }
    assertThat(visible(folder)).containsExactly("b");
  }

  @Test
  void aFolderCannotTakeThePlaceOfAFile() throws IOException {
    Files.writeString(temporary.resolve("t"), "x");
    assertThatThrownBy(() -> begin(WriteMode.OVERWRITE))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it is a file");
  }

  @Test
  void whatAPreparedRecordAddsIsHiddenAlsoInPartitionsAndFoldersAround() {
    write(WriteMode.FAIL_IF_EXISTS, "old");
    String id = "20300131T235959999-0a1b2c3d";
    WriteRecord record =
        new WriteRecord(
            WriteRecord.State.PREPARED,
            WriteRecord.Kind.ADD,
            List.of(new PreparedFile("p=1/n " + id, 1, "t")),
            List.of());
    WriteCleanup.put(storage, folder + "/_heddle/" + id, record.encode());
    WriteCleanup.put(storage, folder + "/p=1/n " + id, new byte[] {'n'});
    assertThat(visible(folder)).containsExactly("old");
    assertThat(visible(folder + "/p=1")).isEmpty();
    assertThat(visible(folder + "/*/n*")).isEmpty();
    assertThat(visible(temporary.toString())).containsExactly("old");
    write(WriteMode.APPEND, "zzz"); // nobody holds a lease for it
    assertThat(visible(temporary.toString())).containsExactly("old", "zzz");
  }

  @Test
  void whatACommittedRecordRemovesIsHiddenAndGoesWithTheNextWrite() throws IOException {
    write(WriteMode.FAIL_IF_EXISTS, "old", "two");
    String old = storage.resolve(folder, List.of()).getFirst().name();
    String two = storage.resolve(folder, List.of()).getLast().name();
    List<PreparedFile> adds = List.of(new PreparedFile(two, 3, "t"));
    WriteRecord prepared =
        new WriteRecord(WriteRecord.State.PREPARED, WriteRecord.Kind.REPLACE, adds, List.of());
    WriteRecord committed =
        new WriteRecord(WriteRecord.State.COMMITTED, WriteRecord.Kind.REPLACE, adds, List.of(old));
    String record = folder + "/_heddle/20300131T235959999-0a1b2c3d";
    WriteCleanup.put(storage, record, prepared.encode());
    assertThat(visible(folder)).containsExactly("old");
    WriteCleanup.put(storage, record + ".committed", committed.encode());
    assertThat(visible(folder)).containsExactly("two");
    storage.delete(record); // what ending it does first
    assertThat(visible(folder)).containsExactly("two");
    assertThat(everything()).contains("t/" + old);
    write(WriteMode.APPEND, "zzz");
    assertThat(visible(folder)).containsExactly("two", "zzz");
    assertThat(everything()).hasSize(3);
  }

  @Test
  void aRecordOfAnUnknownKindIsAnErrorForReaders() {
    write(WriteMode.FAIL_IF_EXISTS, "old");
    WriteCleanup.put(
        storage,
        folder + "/_heddle/20300131T235959999-0a1b2c3d",
        "heddle-write 2\nend\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> storage.resolve(folder, List.of()))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("heddle-write 2");
  }

  @Test
  void aFileThatMustBeNewTakesNoOthersPlace() throws IOException {
    String path = temporary + "/one";
    try (PublishedOutput first = storage.create(path);
        PublishedOutput second = storage.create(path)) {
      first.write(new byte[] {1}, 0, 1);
      second.write(new byte[] {2}, 0, 1);
      second.publishNew();
      assertThatThrownBy(first::publishNew)
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining("made by somebody else");
    }
    assertThat(everything()).containsExactly("one");
    assertThat(Path.of(path)).hasBinaryContent(new byte[] {2});
  }

  @Test
  void leftoversOfDeadWritersGoAndThoseOfLiveOnesStay() throws IOException {
    String path = temporary + "/one";
    Files.writeString(
        temporary.resolve(".one.01234567-89ab-cdef-0123-456789abcdef.tmp"), "left by a dead one");
    try (PublishedOutput live = storage.create(path)) {
      storage.dropLeftovers(path);
      assertThat(everything()).hasSize(1);
      live.publish();
    }
    assertThat(everything()).containsExactly("one");
  }

  @Test
  void aLeaseIsLiveUntilItIsClosed() {
    String path = folder + "/_heddle/x.lease";
    assertThat(storage.isLive(path)).isFalse();
    Lease lease = storage.lease(path);
    assertThat(storage.isLive(path)).isTrue();
    assertThat(storage.isLive(path)).isTrue();
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(storage.isLive(path)).isFalse();
  }
}
