package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RenewedLease;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.testing.StagedFiles;
import dev.heddle.s3lab.Fault;
import dev.heddle.s3lab.Faults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class S3WriteTest {
  private static final byte[] LARGE = LabBucket.randomBytes(7, 19_000_000);

  private static LabBucket lab;

  @BeforeAll
  static void start(@TempDir Path folder) {
    lab = new LabBucket(folder);
  }

  @BeforeEach
  void renew() {
    lab.proxy().setFaults(Faults.NONE);
    lab.renewStorage();
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @AfterEach
  void nothingIsLeft() {
    lab.proxy().setFaults(Faults.NONE);
    assertThat(lab.client().listMultipartUploads(r -> r.bucket("lab")).uploads()).isEmpty();
  }

  private static byte[] read(String path) {
    StoredFile file = lab.direct().stat(path);
    return lab.direct().open(file).readArray(0, (int) file.sizeBytes());
  }

  private static void write(PublishedOutput output, byte[] bytes) {
    for (int from = 0; from < bytes.length; from += 1_000_000) {
      output.write(bytes, from, Math.min(1_000_000, bytes.length - from));
    }
  }

  private static void put(String path, String text) {
    try (PublishedOutput output = lab.storage().create(path)) {
      write(output, text.getBytes(StandardCharsets.UTF_8));
      output.publish();
    }
  }

  @Test
  void aFileAppearsWhenItIsPublished() {
    for (byte[] bytes :
        List.of(new byte[0], new byte[] {1}, Arrays.copyOf(LARGE, 8 << 20), LARGE)) {
      String path = LabBucket.ROOT + "one/" + bytes.length;
      try (PublishedOutput output = lab.storage().create(path)) {
        write(output, bytes);
        assertThat(output.position()).isEqualTo(bytes.length);
        assertThat(lab.direct().exists(path)).isFalse();
        output.publish();
      }
      assertThat(Arrays.equals(read(path), bytes)).as(path).isTrue();
    }
    long before = lab.proxy().requests();
    put(LabBucket.ROOT + "one/1", "another");
    assertThat(lab.proxy().requests() - before).isEqualTo(1);
    assertThat(read(LabBucket.ROOT + "one/1")).asString().isEqualTo("another");
  }

  @Test
  void aFileThatIsNotPublishedLeavesNothing() {
    try (PublishedOutput output = lab.storage().create(LabBucket.ROOT + "none")) {
      write(output, LARGE);
    }
    assertThat(lab.direct().exists(LabBucket.ROOT + "none")).isFalse();
  }

  @Test
  void aNewFileDoesNotReplace() {
    for (byte[] bytes : List.of(new byte[] {1, 2}, LARGE)) {
      String path = LabBucket.ROOT + "new/" + bytes.length;
      try (PublishedOutput output = lab.storage().create(path)) {
        write(output, bytes);
        output.publishNew();
      }
      try (PublishedOutput output = lab.storage().create(path)) {
        write(output, bytes);
        assertThatThrownBy(output::publishNew)
            .isInstanceOfSatisfying(
                HeddleException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
            .hasMessage("Cannot write " + path + ": it has been made by somebody else meanwhile");
      }
    }
  }

  @Test
  void writingOvercomesFaults() {
    String path = LabBucket.ROOT + "hard";
    for (Fault fault : List.of(Fault.SLOW_DOWN, Fault.SERVER_ERROR, Fault.LOST_ANSWER)) {
      for (String method : List.of("PUT", "POST")) {
        lab.renewStorage();
        lab.proxy().setFaults(Faults.first(method, fault, fault));
        try (PublishedOutput output = lab.storage().create(path)) {
          write(output, LARGE);
          output.publish();
        }
        assertThat(Arrays.equals(read(path), LARGE)).as(method + " " + fault).isTrue();
        lab.direct().delete(path);
        // an upload whose beginning went unanswered is nobody's until it is old
        lab.dropUploads("hard");
      }
      lab.proxy().setFaults(Faults.first("PUT", fault));
      try (PublishedOutput output = lab.storage().create(path)) {
        output.write(new byte[] {1, 2, 3}, 0, 3);
        output.publishNew();
      }
      assertThat(read(path)).containsExactly(1, 2, 3);
      lab.direct().delete(path);
    }
  }

  @Test
  void aPreparedFileIsShownOrDroppedByItsToken() {
    for (byte[] bytes : List.of(new byte[] {5}, LARGE)) {
      String path = LabBucket.ROOT + "prepared/" + bytes.length;
      PreparedFile prepared;
      try (PublishedOutput output = lab.storage().create(path)) {
        write(output, bytes);
        prepared = output.prepare();
      }
      assertThat(prepared.path()).isEqualTo(path);
      assertThat(lab.direct().exists(path)).isFalse();
      assertThat(lab.uploads("prepared/")).containsExactly("prepared/" + bytes.length);
      lab.direct().complete(prepared);
      lab.direct().complete(prepared);
      lab.direct().abort(prepared);
      assertThat(Arrays.equals(read(path), bytes)).isTrue();
      lab.storage().delete(path);

      PreparedFile dropped;
      try (PublishedOutput output = lab.storage().create(path)) {
        write(output, bytes);
        dropped = output.prepare();
      }
      lab.dropUploads("prepared/");
      lab.storage().abort(dropped);
      assertThatThrownBy(() -> lab.storage().complete(dropped))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("dropped by somebody else");
      assertThat(lab.direct().exists(path)).isFalse();
    }
  }

  private static void write(String folder, WriteMode mode, String... names) {
    try (FolderWrite write =
        FolderWrite.begin(lab.storage(), folder, mode, FileNamePattern.DEFAULT).orElseThrow()) {
      for (String name : names) {
        StagedFiles.add(lab.storage(), write, name + "-" + write.id(), new byte[] {1, 2, 3});
      }
      write.commit();
    }
  }

  private static List<String> names(String folder) {
    return lab.storage().resolve(folder, List.of()).stream()
        .map(file -> file.name().substring(0, file.name().indexOf('-')))
        .toList();
  }

  @Test
  void aFolderIsWrittenInOneStep() {
    String folder = LabBucket.ROOT + "table";
    write(folder, WriteMode.FAIL_IF_EXISTS, "a", "k=1/b");
    assertThat(names(folder)).containsExactly("a", "b");
    write(folder, WriteMode.APPEND, "c");
    assertThat(names(folder)).containsExactly("a", "c", "b");
    FolderWrite open =
        FolderWrite.begin(lab.storage(), folder, WriteMode.APPEND, FileNamePattern.DEFAULT)
            .orElseThrow();
    StagedFiles.add(lab.storage(), open, "d-" + open.id(), new byte[] {1});
    assertThat(names(folder)).containsExactly("a", "c", "b");
    open.close();
    write(folder, WriteMode.OVERWRITE, "k=2/e");
    assertThat(names(folder)).containsExactly("e");
    assertThat(names(folder + "/k=*/*")).containsExactly("e");
    assertThatThrownBy(() -> write(folder, WriteMode.FAIL_IF_EXISTS, "f"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("there are files in it");
  }

  @Test
  void aLeaseLivesUntilItIsClosed() {
    String path = LabBucket.ROOT + "leased/_heddle/x.lease";
    Lease lease = lab.storage().lease(path);
    assertThat(lab.direct().isLive(path)).isTrue();
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(lab.direct().isLive(path)).isFalse();
    assertThat(lab.direct().isLive(LabBucket.ROOT + "leased/_heddle/none.lease")).isFalse();
  }

  @Test
  void aLeaseOfAnotherMachineLivesByItsAge() {
    String path = LabBucket.ROOT + "x";
    assertThat(RenewedLease.isLive(path, "elsewhere 1 2\n17\nthen\n", Duration.ofSeconds(20)))
        .isTrue();
    assertThat(RenewedLease.isLive(path, "elsewhere 1 2\n17\nthen\n", RenewedLease.LIFE)).isFalse();
    String own = RenewedLease.maker().replaceAll("\n\\d+\n", "\n" + Long.MAX_VALUE + "\n");
    assertThat(RenewedLease.isLive(path, own, Duration.ZERO)).isFalse();
  }
}
