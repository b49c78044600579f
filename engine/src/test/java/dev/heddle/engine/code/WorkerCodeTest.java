package dev.heddle.engine.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.CodeArchive;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.spill.SpillFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCodeTest {
  private static final byte[] NO_JAR = {1, 2, 3};

  @TempDir private Path base;

  /** Says hello. */
  public static final class Hello implements Udf1<String, String> {
    @Override
    public String apply(String name) {
      return "hello " + name;
    }
  }

  private static CodeArchive own() {
    UserFunction hello = UserFunction.of("hello", Hello.class, DataType.STRING, DataType.STRING);
    List<CodeArchive> archives = new ClientCode().archives(hello);
    assertThat(new ClientCode().archives(hello).getFirst().hash())
        .as("equal folders have equal names")
        .isEqualTo(archives.getFirst().hash());
    return archives.getFirst();
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.walk(base)) {
      return files.filter(file -> file.getFileName().toString().startsWith("code-")).count();
    }
  }

  @Test
  void classesComeFromTheArchiveAndNotFromTheWorker() throws Exception {
    CodeArchive archive = own();
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE);
        WorkerCode code = new WorkerCode(folder)) {
      code.put(archive.hash(), archive.bytes());
      try (JobCode one = new JobCode(code, new JobId(1));
          JobCode two = new JobCode(code, new JobId(1))) {
        Class<?> first = one.load("hello", Hello.class.getName(), List.of(archive.hash()));
        assertThat(first).isNotSameAs(Hello.class);
        assertThat(one.load("hello", Hello.class.getName(), List.of(archive.hash())))
            .isSameAs(first);
        assertThat(two.load("hello", Hello.class.getName(), List.of(archive.hash())))
            .isNotSameAs(first);
        assertThat(first.getInterfaces()).containsExactly(Udf1.class);
      }
    }
    assertThat(files()).isZero();
  }

  @Test
  void anArchiveGoesWhenItIsForgottenAndNoJobUsesIt() throws Exception {
    CodeArchive archive = own();
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE);
        WorkerCode code = new WorkerCode(folder)) {
      code.put(archive.hash(), archive.bytes());
      code.put(archive.hash(), archive.bytes());
      assertThat(files()).isEqualTo(1);
      JobCode job = new JobCode(code, new JobId(1));
      job.load("hello", Hello.class.getName(), List.of(archive.hash()));
      code.forget(archive.hash());
      assertThat(files()).isEqualTo(1);
      job.close();
      assertThat(files()).isZero();
      assertThat(folder.usedBytes()).isZero();
    }
  }

  @Test
  void whatIsWrongWithAnArchiveIsSaidWhereItIsUsed() {
    try (SpillFolder folder = new SpillFolder(base, 2);
        WorkerCode code = new WorkerCode(folder);
        JobCode job = new JobCode(code, new JobId(1))) {
      ContentHash full = ContentHash.of(NO_JAR);
      code.put(full, NO_JAR);
      assertFails(job, full, ErrorCode.DISK_FULL, "quota");
      ContentHash other = ContentHash.of(new byte[] {9});
      code.put(other, new byte[] {8});
      assertFails(job, other, ErrorCode.CORRUPT_MESSAGE, "are not what was sent");
    }
    try (SpillFolder folder = new SpillFolder(base, 100);
        WorkerCode code = new WorkerCode(folder);
        JobCode job = new JobCode(code, new JobId(1))) {
      ContentHash broken = ContentHash.of(NO_JAR);
      code.put(broken, NO_JAR);
      assertFails(job, broken, ErrorCode.USER_CODE, "class no.Such cannot be loaded");
    }
  }

  private static void assertFails(JobCode job, ContentHash archive, ErrorCode code, String text) {
    assertThatThrownBy(() -> job.load("f", "no.Such", List.of(archive)))
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
