package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageTest {
  @TempDir Path folder;

  private final Storage storage = Storages.of("x");

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static void write(PublishedOutput output, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    output.write(bytes, 0, bytes.length);
  }

  @Test
  void aFileIsSeenOnlyOnceItIsPublished() throws IOException {
    Path target = folder.resolve("a.txt");
    Files.writeString(target, "old");
    try (PublishedOutput output = storage.create(target.toString())) {
      write(output, "new");
      assertThat(output.position()).isEqualTo(3);
      assertThat(target).hasContent("old");
      output.publish();
    }
    assertThat(target).hasContent("new");
    assertThat(names()).containsExactly("a.txt");
  }

  @Test
  void whatIsNotPublishedLeavesNothing() throws IOException {
    try (PublishedOutput output = storage.create(folder.resolve("a.txt").toString())) {
      write(output, "half");
      assertThat(storage.stat(folder.resolve(names().getFirst()).toString()).name())
          .startsWith(".");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void writingIntoAFileAsIfItWereAFolderNamesThePath() throws IOException {
    Files.writeString(folder.resolve("a"), "x");
    assertThatThrownBy(() -> storage.create(folder + "/a/b.txt"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
        .hasMessageContaining("Cannot write " + folder + "/a/b.txt");
  }

  @Test
  void readingBeyondTheEndNamesTheRange() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "0123456789");
    try (RangedInput input = storage.open(storage.stat(file.toString()))) {
      assertThat(input.readArray(2, 3)).asString().isEqualTo("234");
      assertThatThrownBy(() -> input.readArray(8, 4))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("it ends at byte 10 but bytes 8 to 12 are needed");
    }
  }

  @Test
  void aStartedReadGivesItsBytesOnceAndFreesThemOtherwise() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "0123456789");
    MemoryLedger ledger = new MemoryLedger(1 << 20);
    try (MemoryAccount account = ledger.open("test");
        RangedInput input = storage.open(storage.stat(file.toString()))) {
      try (PendingRead first = input.start(2, 3, account);
          PendingRead second = input.start(8, 4, account);
          PendingRead third = input.start(0, 1, account)) {
        Buffer bytes = first.await();
        assertThat(Memory.toArray(bytes.address(), 3)).asString().isEqualTo("234");
        bytes.release();
        assertThatThrownBy(second::await)
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("it ends at byte 10 but bytes 8 to 12 are needed");
        third.close();
        assertThatThrownBy(third::await)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("A read can be taken once, and not after its end");
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  @Test
  void aFileWrittenToWhileItIsReadIsAnErrorThatNamesIt() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "0123456789");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    try (RangedInput input = storage.open(storage.stat(file.toString()))) {
      assertThat(input.readArray(0, 2)).asString().isEqualTo("01");
      Files.writeString(file, "abcdefghij");
      assertThatThrownBy(() -> input.readArray(2, 2))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot read " + file + ": the file has changed");
    }
  }

  @Test
  void aFileThatIsGoneBeforeItIsOpenedIsAnErrorThatSaysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "0123456789");
    StoredFile listed = storage.stat(file.toString());
    Files.delete(file);
    assertThatThrownBy(() -> storage.open(listed))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("Cannot read " + file + ": the file was there when it was listed");
  }

  @Test
  void aFileReplacedOrDeletedWhileItIsReadIsReadOnAsItWas() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "0123456789");
    try (RangedInput input = storage.open(storage.stat(file.toString()))) {
      Path other = Files.writeString(folder.resolve("b"), "x");
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      assertThat(input.readArray(2, 2)).asString().isEqualTo("23");
      Files.delete(file);
      assertThat(input.readArray(4, 2)).asString().isEqualTo("45");
    }
  }

  @Test
  void aFolderIsNoFile() {
    assertThatThrownBy(() -> storage.stat(folder.toString()))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it is not a file");
  }

  @Test
  void namesThatLookLikeGlobsAreTakenAsTheyAreFirst() throws IOException {
    Path odd = Files.writeString(folder.resolve("a[1].txt"), "x");
    Files.writeString(folder.resolve("a1.txt"), "y");
    assertThat(storage.resolve(odd.toString(), List.of()))
        .extracting(StoredFile::name)
        .containsExactly("a[1].txt");
    Files.delete(odd);
    assertThat(storage.resolve(odd.toString(), List.of()))
        .extracting(StoredFile::name)
        .containsExactly("a1.txt");
  }

  @Test
  void streamsGiveTheWholeFile() throws IOException {
    String text = "some text, ".repeat(100_000);
    Path file = Files.writeString(folder.resolve("a"), text);
    try (StoredInputStream stream = StoredInputStream.open(storage.stat(file.toString()))) {
      assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(text);
    }
  }

  @Test
  void listsOneLevelWithNothingLeftOut() throws IOException {
    Files.createDirectories(folder.resolve("b=1/deeper"));
    Files.createDirectories(folder.resolve("_log"));
    Files.writeString(folder.resolve("b=1/x.txt"), "x");
    Files.writeString(folder.resolve("c.txt"), "c");
    Files.createFile(folder.resolve(".a"));
    FolderListing listing = storage.list(folder.toString());
    assertThat(listing.folders()).containsExactly(folder + "/_log", folder + "/b=1");
    assertThat(listing.files().stream().map(StoredFile::name)).containsExactly(".a", "c.txt");
    assertThat(listing.files().getLast()).isEqualTo(storage.stat(folder + "/c.txt"));
    assertThat(storage.isFolder(folder + "/b=1")).isTrue();
    assertThat(storage.isFolder(folder + "/c.txt")).isFalse();
    assertThat(storage.isFolder(folder + "/none")).isFalse();
    assertThatThrownBy(() -> storage.list(folder + "/none"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining(folder + "/none");
  }
}
