package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The local disk on a file system with the paths of Windows. */
class WindowsStorageTest {
  private final FileSystem system =
      Jimfs.newFileSystem(
          Configuration.windows().toBuilder().setWorkingDirectory("C:\\home").build());
  private final LocalStorage storage = new LocalStorage(new LocalPaths(system));

  @AfterEach
  void close() throws IOException {
    system.close();
  }

  private void put(String path) {
    try (PublishedOutput output = storage.create(path)) {
      output.write(ByteBuffer.wrap(path.getBytes(StandardCharsets.UTF_8)));
      output.publish();
    }
  }

  private List<String> resolve(String path) {
    return storage.resolve(path, List.of()).stream().map(StoredFile::path).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C:\\data\\x.parquet",
        "C:/data/x.parquet",
        "C:\\data/x.parquet",
        "C:\\data\\.\\x.parquet",
        "file:///C:/data/x.parquet",
        "file:/C:/data/x.parquet",
        "FILE:///C:\\data\\x.parquet",
        "file:///C:/d%61ta/x.parquet"
      })
  void everySpellingOfAPathIsOneFile(String path) {
    put("C:\\data\\x.parquet");

    assertThat(storage.absolute(path)).isEqualTo("C:/data/x.parquet");
    assertThat(resolve(path)).containsExactly("C:/data/x.parquet");
    assertThat(storage.isFile(path)).as(path).isTrue();
    assertThat(storage.isFolder(path)).as(path).isFalse();
    assertThat(storage.stat(path).name()).isEqualTo("x.parquet");
  }

  @Test
  void pathsBelowTheWorkingFolderAreWholeInListings() {
    put("data\\x.parquet");

    assertThat(resolve("data")).containsExactly("C:/home/data/x.parquet");
    assertThat(resolve("data\\*")).containsExactly("C:/home/data/x.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C:\\data\\*.parquet",
        "C:/data/*.parquet",
        "C:\\data\\?.parquet",
        "C:\\data\\[ab].parquet",
        "C:\\data\\{a,b}.parquet",
        "file:///C:/data/*.parquet"
      })
  void globsMayHaveEitherSeparator(String glob) {
    put("C:\\data\\a.parquet");
    put("C:\\data\\b.parquet");
    put("C:\\data\\deeper\\a.parquet");
    put("C:\\data\\c.txt");

    assertThat(resolve(glob)).containsExactly("C:/data/a.parquet", "C:/data/b.parquet");
    assertThat(storage.isFolder(glob)).as(glob).isFalse();
    assertThat(storage.isFile(glob)).as(glob).isFalse();
    assertThat(storage.exists(glob)).as(glob).isFalse();
    assertThat(storage.absolute(glob)).startsWith("C:/data/").endsWith(".parquet");
  }

  @Test
  void globsReachPartitions() {
    put("C:\\t\\k=1\\a.parquet");
    put("C:\\t\\k=2\\a.parquet");

    assertThat(resolve("C:\\t\\k=*\\*.parquet"))
        .containsExactly("C:/t/k=1/a.parquet", "C:/t/k=2/a.parquet");
    assertThat(resolve("C:\\t\\**\\*.parquet"))
        .containsExactly("C:/t/k=1/a.parquet", "C:/t/k=2/a.parquet");
    assertThat(storage.list("C:\\t").folders()).containsExactly("C:/t/k=1", "C:/t/k=2");
  }

  @Test
  void sharesOfServersAreRoots() throws IOException {
    try (FileSystem shared =
        Jimfs.newFileSystem(
            Configuration.windows().toBuilder().setRoots("C:\\", "\\\\srv\\share\\").build())) {
      LocalStorage both = new LocalStorage(new LocalPaths(shared));
      Files.writeString(shared.getPath("\\\\srv\\share\\x.csv"), "a\n1\n");

      for (String path :
          List.of("\\\\srv\\share\\x.csv", "//srv/share/x.csv", "file://srv/share/x.csv")) {
        assertThat(both.absolute(path)).as(path).isEqualTo("//srv/share/x.csv");
        assertThat(both.isFile(path)).as(path).isTrue();
      }
      assertThat(both.resolve("\\\\srv\\share\\*.csv", List.of())).hasSize(1);
    }
  }

  @Test
  void whatIsNoPathThereIsRefused() {
    assertThatThrownBy(() -> storage.stat("C:\\a|b.csv"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot use C:\\a|b.csv as a path")
        .extracting(e -> ((HeddleException) e).code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThatThrownBy(() -> resolve("C:\\none\\*.csv"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot read C:\\none\\*.csv: no file matches this glob below");
  }

  @Test
  void filesAreWrittenAndReplacedAndRead() {
    put("C:\\out\\x.csv");
    put("C:/out/x.csv");

    StoredFile file = storage.stat("C:\\out\\x.csv");
    try (RangedInput input = storage.open(file)) {
      assertThat(new String(input.readArray(0, (int) file.sizeBytes()), StandardCharsets.UTF_8))
          .isEqualTo("C:/out/x.csv");
    }
    storage.delete("C:\\out\\x.csv");
    assertThat(storage.exists("C:/out/x.csv")).as("a deleted file").isFalse();
  }

  @Test
  void preparedFilesNameTheirFoldersWithSlashes() {
    PreparedFile prepared;
    try (PublishedOutput output = storage.create("C:\\out\\k=1\\x.csv")) {
      output.write(ByteBuffer.wrap(new byte[] {1}));
      prepared = output.prepare();
    }

    assertThat(prepared.path()).isEqualTo("C:/out/k=1/x.csv");
    storage.complete(prepared);
    assertThat(resolve("C:\\out")).containsExactly("C:/out/k=1/x.csv");
  }

  @Test
  void foldersAreShownAtOnce() throws IOException {
    StagedFolder staged = storage.stage("C:\\tables\\t", "0123456789abcdef").orElseThrow();
    assertThat(staged.target()).isEqualTo("C:/tables/t");
    try (Lease _ = storage.lease(staged.lease())) {
      put(staged.path() + "/k=1/a.csv");
      Files.createDirectories(system.getPath("C:\\tables"));

      assertThat(storage.show(staged)).as("shown").isTrue();
    }
    assertThat(resolve("C:\\tables\\t")).containsExactly("C:/tables/t/k=1/a.csv");
    storage.drop(staged);
    assertThat(storage.exists(staged.lease())).as("the lease's file").isFalse();
  }

  @Test
  void claimsLetOthersReadWhatIsLocked() throws IOException {
    Path file = system.getPath("C:\\claimed");
    try (var channel = LocalClaims.create(file)) {
      assertThat(LocalClaims.isClaimed(file)).as("claimed").isTrue();
      LocalClaims.release(file, channel);
    }
    assertThat(storage.isLive("C:\\none")).as("a file that is not there").isFalse();
  }

  @Test
  void stdinHasItsNameWithoutDevices() {
    Path stdin = system.getPath("C:\\dev\\stdin");

    assertThat(LocalStreams.name(stdin)).isEqualTo("/dev/stdin");
    assertThat(LocalStreams.name(system.getPath("C:\\data\\x.csv"))).isEqualTo("/data/x.csv");
    assertThat(LocalStreams.name(Path.of("/dev/stdin"))).isEqualTo("/dev/stdin");
    assertThat(LocalStreams.isWrittenInPlace(system.getPath("C:\\dev\\stdout")))
        .as("stdout")
        .isTrue();
    assertThat(LocalStreams.isWrittenInPlace(system.getPath("C:\\x"))).as("a file").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "C:\\a\\b.csv, C:/a/b.csv",
    "k=1\\b.csv, k=1/b.csv",
    "file:///C:\\a, file:///C:/a",
    "s3a://bucket/a\\b, s3a://bucket/a\\b"
  })
  void backslashesOfLocalPathsBecomeSlashesWhereTheySeparate(String path, String slashed) {
    assertThat(Storages.slashed(path, "\\")).isEqualTo(slashed);
    assertThat(Storages.slashed(path, "/")).isEqualTo(path);
  }

  @Test
  void backslashesStayInNamesElsewhere() throws IOException {
    try (FileSystem unix =
        Jimfs.newFileSystem(
            Configuration.unix().toBuilder().setWorkingDirectory("/home").build())) {
      LocalStorage local = new LocalStorage(new LocalPaths(unix));
      Files.writeString(unix.getPath("/home/a\\b.csv"), "x");

      assertThat(local.absolute("a\\b.csv")).isEqualTo("/home/a\\b.csv");
      assertThat(local.resolve("/home/a\\b.csv", List.of()))
          .extracting(StoredFile::path)
          .isEqualTo(List.of("/home/a\\b.csv"));
      assertThat(new LocalPaths(unix).ofName("a*")).isEqualTo(Optional.of(unix.getPath("a*")));
    }
  }

  @Test
  void leasesEndByAgeWhereProcessesCannotBeLookedFor() {
    assertThat(RenewedLease.machine(system.getPath("C:\\proc"))).isEmpty();
  }
}
