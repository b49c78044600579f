package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.s3lab.Fault;
import dev.heddle.s3lab.Faults;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class S3StorageTest {
  private static LabBucket lab;

  @BeforeAll
  static void start(@TempDir Path folder) {
    lab = new LabBucket(folder);
    for (int year = 2024; year <= 2026; year++) {
      for (int month = 1; month <= 3; month++) {
        lab.put("sales/year=" + year + "/month=" + month + "/part-0.parquet", "abc");
      }
    }
    lab.put("sales/year=2026/month=1/part-1.parquet", "abcd");
    lab.put("sales/year=2026/month=1/_SUCCESS", "x");
    lab.put("sales/year=2026/month=1/.hidden.parquet", "x");
    lab.put("sales/year=2026/month=1/empty.parquet", "");
    lab.put("sales/_temporary/part-9.parquet", "abc");
    lab.put("sales/notes.txt", "abc");
    lab.put("odd/a b+c%20d&é.csv", "1");
    lab.put("odd/set[1].csv", "1");
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @BeforeEach
  void heal() {
    lab.proxy().setFaults(Faults.NONE);
    lab.renewStorage();
  }

  private static List<String> keys(String path, String... suffixes) {
    return lab.storage().resolve(path, List.of(suffixes)).stream()
        .map(file -> file.path().substring(LabBucket.ROOT.length()))
        .toList();
  }

  @Test
  void aFolderHoldsItsVisibleFilesOfTheSuffixes() {
    assertThat(keys(LabBucket.ROOT + "sales/year=2026", ".parquet"))
        .containsExactly(
            "sales/year=2026/month=1/part-0.parquet",
            "sales/year=2026/month=1/part-1.parquet",
            "sales/year=2026/month=2/part-0.parquet",
            "sales/year=2026/month=3/part-0.parquet");
    assertThat(keys(LabBucket.ROOT + "sales")).hasSize(11).contains("sales/notes.txt");
  }

  @Test
  void filesOfNoBytesCountWhereTheyAreAskedFor() {
    String glob = LabBucket.ROOT + "sales/year=2026/month=1/*";
    assertThat(lab.storage().resolve(glob, List.of(), Storage.EmptyFiles.KEPT))
        .extracting(StoredFile::name)
        .containsExactly("empty.parquet", "part-0.parquet", "part-1.parquet");
    assertThat(lab.storage().resolve(glob, List.of(), Storage.EmptyFiles.LEFT_OUT)).hasSize(2);
  }

  @Test
  void theTimeOfTheLastChangeIsTheObjects() {
    Instant changed = lab.storage().lastModified(LabBucket.ROOT + "sales/notes.txt");
    assertThat(changed).isBetween(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(60));
    assertThatThrownBy(() -> lab.storage().lastModified(LabBucket.ROOT + "sales/none.txt"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("sales/none.txt: no such file");
  }

  @Test
  void aFileIsItself() {
    StoredFile file =
        lab.storage().resolve(LabBucket.ROOT + "sales/notes.txt", List.of(".parquet")).getFirst();
    assertThat(file.sizeBytes()).isEqualTo(3);
    assertThat(file.version()).isEqualTo("\"900150983cd24fb0d6963f7d28e17f72\"");
    assertThat(lab.storage().stat(file.path())).isEqualTo(file);
    assertThat(lab.storage().exists(file.path())).isTrue();
    assertThat(lab.storage().isFolder(file.path())).isFalse();
    assertThat(lab.storage().isFolder(LabBucket.ROOT + "sales")).isTrue();
    assertThat(lab.storage().exists(LabBucket.ROOT + "sales")).isTrue();
    assertThat(lab.storage().exists(LabBucket.ROOT + "sale")).isFalse();
  }

  @Test
  void aGlobListsOnlyFoldersThatMatch() {
    long before = lab.proxy().requests();
    assertThat(keys(LabBucket.ROOT + "sales/year=202[56]/month={1,3}/part-*.parquet"))
        .containsExactly(
            "sales/year=2025/month=1/part-0.parquet",
            "sales/year=2025/month=3/part-0.parquet",
            "sales/year=2026/month=1/part-0.parquet",
            "sales/year=2026/month=1/part-1.parquet",
            "sales/year=2026/month=3/part-0.parquet");
    // the years, the months of two years, the files of four months, each twice where a text before
    // the wildcard leaves out records of writes; and the records before and after
    assertThat(lab.proxy().requests() - before).isLessThanOrEqualTo(2 * (1 + 2 + 4) + 2);
    assertThat(keys(LabBucket.ROOT + "sales/**/part-1.parquet"))
        .containsExactly("sales/year=2026/month=1/part-1.parquet");
    assertThat(keys(LabBucket.ROOT + "sales/**/notes.txt")).containsExactly("sales/notes.txt");
    assertThat(keys(LabBucket.ROOT + "**/year=2026/**/part-1.parquet")).hasSize(1);
    assertThat(keys(LabBucket.ROOT + "sales/{year=2024/month=1,year=2025/month=2}/*")).hasSize(2);
    assertThat(keys(LabBucket.ROOT + "sales/*/month=3/part-0.parquet")).hasSize(3);
    assertThat(keys(LabBucket.ROOT + "sales/year=202[!6]/month=1/*.parquet")).hasSize(2);
  }

  @Test
  void namesAreTakenAsTheyAre() {
    assertThat(keys(LabBucket.ROOT + "odd/a b+c%20d&é.csv")).hasSize(1);
    assertThat(keys(LabBucket.ROOT + "odd/set[1].csv")).containsExactly("odd/set[1].csv");
    assertThat(keys(LabBucket.ROOT + "odd")).hasSize(2);
    assertThat(lab.storage().stat("s3://lab/odd/a b+c%20d&é.csv").path())
        .isEqualTo("s3://lab/odd/a b+c%20d&é.csv");
  }

  @Test
  void aLevelIsListedWithNothingLeftOut() {
    FolderListing level = lab.storage().list(LabBucket.ROOT + "sales/year=2026/month=1");
    assertThat(level.folders()).isEmpty();
    assertThat(level.files().stream().map(StoredFile::name))
        .containsExactly(
            ".hidden.parquet", "_SUCCESS", "empty.parquet", "part-0.parquet", "part-1.parquet");
    assertThat(lab.storage().list(LabBucket.ROOT + "sales").folders())
        .containsExactly(
            LabBucket.ROOT + "sales/_temporary",
            LabBucket.ROOT + "sales/year=2024",
            LabBucket.ROOT + "sales/year=2025",
            LabBucket.ROOT + "sales/year=2026");
  }

  @Test
  void manyKeysAreListedInRanges() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 1100; i++) {
      expected.add("many/k=" + (1000 + i / 20) + "/" + (100 + i % 20));
    }
    expected.parallelStream().forEach(key -> lab.put(key, "x"));
    assertThat(keys(LabBucket.ROOT + "many")).isEqualTo(expected);
  }

  @Test
  void listingIsTriedAgain() {
    lab.proxy()
        .setFaults(Faults.first("GET", Fault.SLOW_DOWN, Fault.SERVER_ERROR, Fault.LOST_ANSWER));
    assertThat(keys(LabBucket.ROOT + "sales/year=2024")).hasSize(3);
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThatThrownBy(() -> keys(LabBucket.ROOT + "nothing/here.parquet"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage("Cannot read s3a://lab/nothing/here.parquet: no such file or folder");
    assertThatThrownBy(() -> keys(LabBucket.ROOT + "sales/*.csv"))
        .hasMessage("Cannot read s3a://lab/sales/*.csv: no file matches this glob");
    assertThatThrownBy(() -> keys(LabBucket.ROOT + "sales", ".orc"))
        .hasMessage("Cannot read folder s3a://lab/sales: it has no visible files that end in .orc");
    assertThatThrownBy(() -> keys("s3a://nobucket/x"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage(
            "Cannot list s3a://nobucket/x: there is no bucket nobucket; check its name and the"
                + " endpoint (--s3-endpoint)");
    assertThatThrownBy(() -> keys("s3a:///x"))
        .hasMessage("Cannot use s3a:///x as a path of S3: write s3a://bucket/path");
    assertThatThrownBy(() -> keys(LabBucket.ROOT + "sales/[a*"))
        .hasMessage("Cannot read s3a://lab/sales/[a*: not a valid glob: a [ without its ]");
  }

  @Test
  void deniedAccessSaysWhatToCheck() {
    S3Storage stranger = new S3Storage(LabBucket.options(lab.serverUrl()).withAnonymous());
    assertThatThrownBy(() -> stranger.resolve(LabBucket.ROOT + "sales", List.of()))
        .isInstanceOf(HeddleException.class)
        .hasMessageStartingWith("Cannot list s3a://lab/sales/_heddle: access denied (")
        .hasMessageEndingWith("; check the credentials and what they may do in bucket lab");
  }

  @Test
  void missingCredentialsSayHowToGiveThem() {
    S3Storage nobody =
        new S3Storage(
            LabBucket.options(lab.serverUrl())
                .withCredentialsProvider(
                    "software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider"));
    assertThatThrownBy(() -> nobody.resolve(LabBucket.ROOT + "sales", List.of()))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read s3a://lab/sales: no credentials for S3; set AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY, name a profile (--s3-profile), or read anonymously"
                + " (--s3-anonymous)");
  }

  @Test
  void theSchemesAreFoundByTheServiceLoader() {
    assertThat(Storages.of("s3a://any/path")).isInstanceOf(S3Storage.class);
    assertThat(Storages.of("S3://any/path")).isSameAs(Storages.of("s3a://any/path"));
  }
}
