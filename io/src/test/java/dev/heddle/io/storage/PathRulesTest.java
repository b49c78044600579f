package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathRulesTest {
  private static final int PATHS = 3_000;

  private static PathRules rules(String... allowed) {
    return new PathRules(SessionAccess.toPaths(List.of(allowed)), LocalPaths.DEFAULT);
  }

  private static boolean allows(PathRules rules, String path) {
    try {
      String unused = rules.check(path);
      return true;
    } catch (HeddleException e) {
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.ACCESS_DENIED);
      return false;
    }
  }

  @Test
  void keysOfObjectStoresBeginWithAnAllowedOne() {
    PathRules rules = rules("s3a://bucket/prefix/", "S3://Other", "hdfs://host:1/x");
    for (String path :
        List.of(
            "s3a://bucket/prefix",
            "s3a://bucket/prefix/",
            "s3://bucket/prefix/a/b.parquet",
            "S3A://bucket//prefix/*.parquet",
            "s3a://bucket/prefix/**/x?.parquet",
            "s3://Other",
            "s3a://Other/any/*.csv",
            "hdfs://host:1/x/y")) {
      assertThat(allows(rules, path)).as(path).isTrue();
    }
    for (String path :
        List.of(
            "s3a://bucket",
            "s3a://bucket/",
            "s3a://bucket/*",
            "s3a://bucket/prefix2/x",
            "s3a://bucket/prefi*/x",
            "s3a://bucket/{prefix,other}/x",
            "s3a://bucket/prefix/../other",
            "s3a://bucket/prefix/./x",
            "s3a://bucket/prefix/a/..",
            "s3a://Bucket/prefix/x",
            "s3a://other/x",
            "s3a:///bucket/prefix/x",
            "s3a:/bucket/prefix/x",
            "hdfs://host:2/x/y",
            "viewfs://host:1/x",
            "/bucket/prefix/x")) {
      assertThat(allows(rules, path)).as(path).isFalse();
    }
  }

  @Test
  void withoutAPathNothingIsAllowed() {
    for (String path : List.of("", ".", "/", "x", "*", "~", "file:", "s3a://b/k", "-")) {
      assertThat(allows(rules(), path)).as(path).isFalse();
    }
  }

  @Test
  void refusesToWriteIfNothingIsToChange() {
    PathRules rules = new PathRules(SessionAccess.full().readOnly(), LocalPaths.DEFAULT);
    assertThat(rules.check("/etc/hosts")).isEqualTo("/etc/hosts");
    assertThatThrownBy(() -> rules.checkChange("/tmp/x"))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
        .hasMessageContaining("/tmp/x")
        .hasMessageContaining("--read-only");
  }

  /** A path that is let through may be used: what it leads to in the end is below the root. */
  @Test
  void neverLetsAPathThroughThatLeadsOut(@TempDir Path given) throws IOException {
    Path folder = given.toRealPath();
    Path in = Files.createDirectories(folder.resolve("in/sub")).getParent();
    Path out = Files.createDirectories(folder.resolve("out/sub")).getParent();
    Files.writeString(in.resolve("x.csv"), "a");
    Files.writeString(out.resolve("x.csv"), "a");
    Files.createSymbolicLink(in.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(in.resolve("to"), out);
    Files.createSymbolicLink(in.resolve("round"), Path.of("round"));
    Files.createSymbolicLink(in.resolve("hop"), Path.of("sub/../to/sub"));
    Files.createSymbolicLink(out.resolve("back"), in);
    Files.createSymbolicLink(in.resolve("sub/same"), Path.of("../sub"));
    List<String> names =
        List.of("in", "out", "sub", "x.csv", "up", "to", "hop", "back", "same", "..", ".", "none");
    PathRules rules = rules(in.toString());
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int let = 0;
    for (int i = 0; i < PATHS; i++) {
      List<String> parts = new ArrayList<>();
      for (int n = random.nextInt(1, 8); n > 0; n--) {
        parts.add(names.get(random.nextInt(names.size())));
      }
      String path = folder + "/" + String.join("/", parts);
      if (allows(rules, path)) {
        let++;
        Path used = Path.of(rules.check(path));
        Path there = Files.exists(used) ? used.toRealPath() : RealPaths.of(used);
        assertThat(there.startsWith(in)).as("seed " + seed + ": " + path + " is " + there).isTrue();
      } else if (Files.exists(Path.of(path).normalize())) {
        Path there = Path.of(path).normalize().toRealPath();
        assertThat(there.startsWith(in)).as("seed " + seed + ": " + path).isFalse();
      }
    }
    assertThat(let).as("seed " + seed).isBetween(PATHS / 50, PATHS);
  }
}
