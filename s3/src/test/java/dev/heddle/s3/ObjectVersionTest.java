package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.s3lab.Fault;
import dev.heddle.s3lab.Faults;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class ObjectVersionTest {
  private static final Instant LONG_AGO = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Faults NO_ETAGS = (method, target) -> Fault.NO_ETAG;

  private static LabBucket lab;

  @BeforeAll
  static void start(@TempDir Path folder) {
    lab = new LabBucket(folder);
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @AfterEach
  void heal() {
    lab.proxy().setFaults(Faults.NONE);
  }

  private static StoredFile put(String key, byte[] content) {
    lab.put(key, content);
    lab.setTime(key, LONG_AGO);
    return lab.storage().stat(LabBucket.ROOT + key);
  }

  private static void failsAsChanged(RangedInput input, String key, int bytes) {
    assertThatThrownBy(() -> input.readArray(0, bytes))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
        .hasMessage(
            "Cannot read s3a://lab/"
                + key
                + ": the file has changed since it was opened; open it anew");
  }

  @Test
  void withoutAnEtagTheTimeOfTheLastChangeIsTheVersion() {
    lab.proxy().setFaults(NO_ETAGS);
    StoredFile file = put("folder/one.bin", LabBucket.randomBytes(1, 1000));
    assertThat(file.version()).isEqualTo("Last-Modified " + LONG_AGO.getEpochSecond());
    assertThat(lab.storage().resolve(LabBucket.ROOT + "folder", List.of())).containsExactly(file);
    assertThat(lab.storage().list(LabBucket.ROOT + "folder").files()).containsExactly(file);
    assertThat(lab.storage().open(file).readArray(0, 1000))
        .isEqualTo(LabBucket.randomBytes(1, 1000));
  }

  @Test
  void anObjectWithoutAnEtagThatIsReplacedIsAnErrorAndNeverMixedBytes() {
    lab.proxy().setFaults(NO_ETAGS);
    RangedInput input = lab.storage().open(put("replaced.bin", LabBucket.randomBytes(2, 1000)));
    assertThat(input.readArray(0, 10)).hasSize(10);
    lab.put("replaced.bin", LabBucket.randomBytes(3, 1000));
    failsAsChanged(input, "replaced.bin", 10);
  }

  @Test
  void anObjectWithoutAnEtagThatIsReplacedWhileItIsReadIsAnError() {
    int size = 20_000_000;
    lab.proxy().setFaults(NO_ETAGS);
    StoredFile file = put("midway.bin", LabBucket.randomBytes(4, size));
    byte[] replacement = LabBucket.randomBytes(5, size);
    AtomicInteger gets = new AtomicInteger();
    lab.proxy()
        .setFaults(
            (method, target) -> {
              if (method.equals("GET") && gets.incrementAndGet() == 2) {
                lab.put("midway.bin", replacement);
              }
              return Fault.NO_ETAG;
            });
    failsAsChanged(lab.storage().open(file), "midway.bin", size);
    assertThat(gets.get()).isGreaterThan(1);
    byte[] after =
        lab.storage().open(lab.storage().stat(LabBucket.ROOT + "midway.bin")).readArray(0, size);
    assertThat(Arrays.equals(after, replacement)).isTrue();
  }

  @Test
  void anObjectOfTheSameTimeAndAnotherLengthIsAnError() {
    lab.proxy().setFaults(NO_ETAGS);
    RangedInput shrunk = lab.storage().open(put("length.bin", LabBucket.randomBytes(6, 1000)));
    put("length.bin", LabBucket.randomBytes(7, 900));
    failsAsChanged(shrunk, "length.bin", 10);
    RangedInput grown = lab.storage().open(put("length.bin", LabBucket.randomBytes(6, 1000)));
    put("length.bin", LabBucket.randomBytes(7, 1100));
    failsAsChanged(grown, "length.bin", 1000);
  }

  @Test
  void whatWasChangedAMomentAgoIsTakenForNothingThatIsKept() {
    lab.proxy().setFaults(NO_ETAGS);
    put("fresh.bin", LabBucket.randomBytes(8, 1000));
    lab.setTime("fresh.bin", Instant.now());
    StoredFile first = lab.storage().stat(LabBucket.ROOT + "fresh.bin");
    StoredFile second = lab.storage().stat(LabBucket.ROOT + "fresh.bin");
    assertThat(first.version()).isNotEqualTo(second.version());
    assertThat(lab.storage().open(first).readArray(0, 1000))
        .isEqualTo(LabBucket.randomBytes(8, 1000));
  }

  @Test
  void anEtagIsTheVersionWhereThereIsOne() {
    String version = ObjectVersion.of("\"abc\"", LONG_AGO);
    assertThat(version).isEqualTo("\"abc\"");
    assertThat(ObjectVersion.etag(version)).contains("\"abc\"");
    assertThat(ObjectVersion.etag(ObjectVersion.of(null, LONG_AGO))).isEmpty();
    assertThat(ObjectVersion.of("", null)).isEmpty();
    assertThat(ObjectVersion.etag("")).isEmpty();
  }
}
