package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code bin/heddle} over an installation whose command is a stand-in of two classes. */
@Tag("process")
class LauncherTest {
  private static final String MAIN =
      """
      package dev.heddle.cli;
      public final class Main {
        public static void main(String[] arguments) {
          if (arguments[arguments.length - 1].equals("flags")) {
            System.out.println(String.join("\\n",
                java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()));
            return;
          }
          boolean cached = java.lang.management.ManagementFactory.getRuntimeMXBean()
              .getInputArguments().stream().anyMatch(flag -> flag.startsWith("-XX:AOTCache="));
          boolean peers = System.getProperty("java.class.path").contains("peer.jar");
          System.out.println(Answer.text() + " cached=" + cached + " peers=" + peers + " "
              + String.join(",", arguments));
        }
      }
      """;

  private static final Predicate<String> AOT = name -> name.endsWith(".aot");

  /** The classes of the stand-in by its answer. */
  private static final Map<String, Map<String, byte[]>> COMPILED = new HashMap<>();

  private record Outcome(int exitCode, String out, String err) {}

  @TempDir Path home;

  @BeforeEach
  void install() throws IOException {
    Path root = Sources.root();
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("cli/target/lib"));
    Files.createDirectories(home.resolve("cli/target/lib-bench"));
    Files.createDirectories(home.resolve("cli/target/lib-flight"));
    Files.createDirectories(home.resolve("cli/target/lib-kernel"));
    Files.copy(root.resolve("bin/heddle"), home.resolve("bin/heddle"));
    Files.copy(root.resolve("jvm.options"), home.resolve("jvm.options"));
    Files.copy(root.resolve("jvm-once.options"), home.resolve("jvm-once.options"));
    Files.copy(root.resolve("jvm-cluster.options"), home.resolve("jvm-cluster.options"));
    jar(home.resolve("cli/target/lib-bench/peer.jar"), Map.of());
    jar(home.resolve("cli/target/lib-flight/peer.jar"), Map.of());
    jar(home.resolve("cli/target/lib-kernel/peer.jar"), Map.of());
    rebuild("one");
  }

  @Test
  void runsARebuiltClassAlthoughACacheOfTheOldOneExists() throws Exception {
    assertThat(heddle(Map.of(), "version").out())
        .isEqualTo("one cached=true peers=false version\n");
    Outcome second = heddle(Map.of(), "version");
    assertThat(second.out()).isEqualTo("one cached=true peers=false version\n");
    assertThat(second.err()).isEmpty();

    Path changed = home.resolve("cli/target/lib/answer.jar");
    FileTime before = Files.getLastModifiedTime(changed);
    long size = Files.size(changed);
    rebuild("two");
    Files.setLastModifiedTime(changed, before);
    assertThat(changed).hasSize(size);

    assertThat(heddle(Map.of(), "version").out())
        .isEqualTo("two cached=true peers=false version\n");
    try (Stream<Path> caches = Files.list(home.resolve("cli/target/aot"))) {
      assertThat(caches.filter(path -> path.toString().endsWith(".aot"))).hasSize(1);
    }
  }

  @Test
  void runsWithoutACacheWhenToldTo() throws Exception {
    Outcome outcome = heddle(Map.of("HEDDLE_AOT", "off"), "sql", "select 'a b'");
    assertThat(outcome.out()).isEqualTo("one cached=false peers=false sql,select 'a b'\n");
    assertThat(home.resolve("cli/target/aot")).doesNotExist();
  }

  @Test
  void makesNoCacheForWhoAsksHowACommandIsUsed() throws Exception {
    Outcome outcome = heddle(Map.of(), "bench", "tpch", "--help");
    assertThat(outcome.out()).startsWith("one cached=false peers=true");
    assertThat(outcome.err()).isEmpty();
    assertThat(heddle(Map.of(), "sql", "select 1").out()).contains("cached=true");
  }

  @Test
  void putsTheLibrariesOfACommandOnItsClassPathOnly() throws Exception {
    Map<String, String> off = Map.of("HEDDLE_AOT", "off");
    assertThat(heddle(off, "flight", "--listen", "x").out()).contains("peers=true");
    assertThat(heddle(off, "sql", "flight").out()).contains("peers=false");
    assertThat(heddle(off, "kernel", "run").out()).contains("peers=true");
    assertThat(heddle(off, "jshell").out()).contains("peers=true");
    assertThat(heddle(off, "sql", "kernel").out()).contains("peers=false");
    assertThat(heddle(off, "-v", "bench", "tpch").out()).contains("peers=true");
    assertThat(heddle(off, "sql", "bench").out()).contains("peers=false");
    assertThat(heddle(off, "cluster", "--flight", "x").out()).contains("peers=true");
    assertThat(heddle(off, "cluster", "--workers", "1", "--flight=x").out()).contains("peers=true");
    assertThat(heddle(off, "cluster", "--workers", "1").out()).contains("peers=false");
  }

  @Test
  void givesEachCommandTheFlagsOfItsKind() throws Exception {
    Map<String, String> off = Map.of("HEDDLE_AOT", "off");
    String later = "-XX:Tier4InvocationThreshold=20000\n";
    String named = "-Dheddle.cluster.options=" + home.resolve("jvm-cluster.options");
    assertThat(heddle(off, "worker", "flags").out()).contains(later).doesNotContain(named);
    assertThat(heddle(off, "cluster", "flags").out()).contains(named).doesNotContain(later);
    assertThat(heddle(off, "bench", "flags").out()).contains(named).doesNotContain(later);
    assertThat(heddle(off, "kernel", "flags").out())
        .contains("-Dheddle.launcher=" + home.resolve("bin/heddle"));
    assertThat(heddle(off, "sql", "flags").out())
        .contains("-XX:Tier4InvocationThreshold=50000\n")
        .doesNotContain(named);
  }

  @Test
  void saysWhichJavaIsNotA25() throws Exception {
    Outcome outcome = heddle(Map.of("HEDDLE_JAVA_HOME", "/nowhere"), "version");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo("heddle: HEDDLE_JAVA_HOME is /nowhere, which is not the home of a JDK 25\n");
  }

  @Test
  void saysWhatIsMissingWhenThereIsNothingToRunOrBuild() throws Exception {
    Files.delete(home.resolve("cli/target/heddle.jar"));
    Outcome outcome = heddle(Map.of(), "version");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .endsWith("holds neither built jars nor the sources to build them from\n");
  }

  @Test
  void anInstallationHasItsCachesBesideIt() throws Exception {
    installElsewhere();
    Files.createDirectory(home.resolve("aot"));
    Map<String, String> own = Map.of("HEDDLE_CACHE", home.resolve("mine").toString());
    assertThat(heddle(Map.of("HEDDLE_AOT", "prepare"), "ignored").out()).isEmpty();
    try (Stream<Path> caches = Files.list(home.resolve("aot"))) {
      assertThat(caches.map(path -> path.getFileName().toString()).filter(AOT))
          .hasSize(2)
          .allMatch(name -> name.startsWith("0123-"));
    }
    Outcome once = heddle(own, "version");
    assertThat(once.out()).isEqualTo("one cached=true peers=false version\n");
    assertThat(once.err()).isEmpty();
    assertThat(heddle(own, "worker", "version").err()).isEmpty();
    assertThat(home.resolve("mine")).doesNotExist();
  }

  @Test
  void anInstallationWithoutCachesHasThemInTheUsersFolder() throws Exception {
    installElsewhere();
    Path mine = home.resolve("mine");
    Map<String, String> own = Map.of("HEDDLE_CACHE", mine.toString());
    assertThat(heddle(own, "version").out()).isEqualTo("one cached=true peers=false version\n");
    assertThat(heddle(own, "version").err()).isEmpty();
    Path old = Files.writeString(mine.resolve("aot/another.aot"), "old");
    Path used = Files.writeString(mine.resolve("aot/used.aot"), "used");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(40))));
    Files.writeString(home.resolve("build-id"), "4567\n");
    assertThat(heddle(own, "version").out()).isEqualTo("one cached=true peers=false version\n");
    assertThat(old).doesNotExist();
    assertThat(used).exists();
    try (Stream<Path> caches = Files.list(mine.resolve("aot"))) {
      assertThat(caches.map(path -> path.getFileName().toString()).filter(AOT))
          .hasSize(3)
          .anyMatch(name -> name.startsWith("0123-"))
          .anyMatch(name -> name.startsWith("4567-"));
    }
    Map<String, String> nowhere = Map.of("HEDDLE_CACHE", "/dev/null/heddle");
    assertThat(heddle(nowhere, "version").out())
        .isEqualTo("one cached=false peers=false version\n");
  }

  @Test
  void anInstallationRunsOnItsOwnJavaUnlessToldOtherwise() throws Exception {
    installElsewhere();
    Path java = home.resolve("java/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(home.resolve("java/release"), "JAVA_VERSION=\"25.0.9\"\n");
    Files.writeString(java, "#!/bin/sh\necho its own\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Map<String, String> own = Map.of("HEDDLE_AOT", "off", "HEDDLE_JAVA_HOME", "");
    assertThat(heddle(own, "version").out()).isEqualTo("its own\n");
    assertThat(heddle(Map.of("HEDDLE_AOT", "off"), "version").out()).startsWith("one cached");
  }

  @Test
  void anInstallationMayComeWithoutParts() throws Exception {
    installElsewhere();
    Map<String, String> off = Map.of("HEDDLE_AOT", "off");
    assertThat(heddle(off, "flight", "flags").exitCode()).isZero();
    assertThat(heddle(off, "bench").out()).contains("peers=false");
    Files.createDirectory(home.resolve("lib-s3"));
    jar(home.resolve("lib-s3/peer.jar"), Map.of());
    assertThat(heddle(off, "sql").out()).contains("peers=true");
    Files.delete(home.resolve("heddle.jar"));
    assertThat(heddle(off, "sql").err()).contains("is not whole").contains("unpack its archive");
  }

  /** Moves the jars to where an installation has them. */
  private void installElsewhere() throws IOException {
    Files.move(home.resolve("cli/target/heddle.jar"), home.resolve("heddle.jar"));
    Files.move(home.resolve("cli/target/lib"), home.resolve("lib"));
    Files.writeString(home.resolve("build-id"), "0123\n");
  }

  @Test
  void saysWhatItsFirstBuildIsAt() throws Exception {
    buildBy(
        """
        echo '[INFO] Building Heddle 0.1.0-SNAPSHOT                    [1/2]'
        echo '[INFO] Building jar: /some/where.jar'
        echo '[INFO] Building heddle-io 0.1.0-SNAPSHOT                 [2/2]'
        mv kept.jar cli/target/heddle.jar
        """);
    Outcome outcome = heddle(Map.of("HEDDLE_AOT", "off"), "version");
    assertThat(outcome.out()).isEqualTo("one cached=false peers=false version\n");
    assertThat(outcome.err())
        .isEqualTo(
            """
            heddle: first use, building: a minute or two, longer where libraries must be fetched first ...
            heddle: building Heddle (1 of 2)
            heddle: building heddle-io (2 of 2)
            heddle: built
            """);
    assertThat(home.resolve("cli/target/build.log")).content().contains("Building jar");
    assertThat(heddle(Map.of("HEDDLE_AOT", "off"), "version").err()).isEmpty();
  }

  @Test
  void saysWhyItsFirstBuildFailed() throws Exception {
    buildBy("echo '[INFO] compiling'; echo '[ERROR] no such symbol'; exit 1");
    Outcome outcome = heddle(Map.of(), "version");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("[ERROR] no such symbol\nheddle: the build failed: ")
        .contains("cli/target/build.log")
        .doesNotContain("compiling");
  }

  @Test
  void mavenWritesNoEscapeCodesToFiles() throws Exception {
    Outcome outcome = run(Map.of("TERM", "xterm"), Sources.root().resolve("bin/mvn"), "--version");
    assertThat(outcome.out() + outcome.err()).isNotEmpty().doesNotContain("\u001b");
  }

  /** Takes the built jar away, and lets {@code script} stand in for Maven, which would build it. */
  private void buildBy(String script) throws IOException {
    Files.writeString(home.resolve("pom.xml"), "");
    Files.move(home.resolve("cli/target/heddle.jar"), home.resolve("kept.jar"));
    Path maven = home.resolve("bin/mvn");
    Files.writeString(maven, "#!/bin/sh\nset -e\ncd '" + home + "'\n" + script);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  /** Makes the two jars of the stand-in; its answer is {@code answer}. */
  private void rebuild(String answer) throws IOException {
    String text =
        "package dev.heddle.cli; class Answer { static String text() { return \"%s\"; } }";
    Map<String, byte[]> classes = COMPILED.get(answer);
    if (classes == null) {
      classes = compile(Map.of("Main", MAIN, "Answer", text.formatted(answer)));
      COMPILED.put(answer, classes);
    }
    Path target = home.resolve("cli/target");
    jar(target.resolve("heddle.jar"), Map.of("Main", classes.get("Main")));
    jar(target.resolve("lib/answer.jar"), Map.of("Answer", classes.get("Answer")));
  }

  private Map<String, byte[]> compile(Map<String, String> sources) throws IOException {
    Path folder = Files.createTempDirectory(home, "compile");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Files.writeString(folder.resolve(source.getKey() + ".java"), source.getValue());
    }
    String[] arguments =
        Stream.concat(
                Stream.of("-d", folder.toString()),
                sources.keySet().stream().map(name -> folder.resolve(name + ".java").toString()))
            .toArray(String[]::new);
    assertThat(compiler.run(null, null, null, arguments)).isZero();
    Path classes = folder.resolve("dev/heddle/cli");
    return Map.of(
        "Main", Files.readAllBytes(classes.resolve("Main.class")),
        "Answer", Files.readAllBytes(classes.resolve("Answer.class")));
  }

  private static void jar(Path file, Map<String, byte[]> classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
        JarEntry place = new JarEntry("dev/heddle/cli/" + entry.getKey() + ".class");
        place.setTime(0);
        jar.putNextEntry(place);
        jar.write(entry.getValue());
      }
      if (classes.isEmpty()) {
        jar.putNextEntry(new JarEntry("empty"));
      }
    }
  }

  private Outcome heddle(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return run(environment, home.resolve("bin/heddle"), arguments);
  }

  private Outcome run(Map<String, String> environment, Path program, String... arguments)
      throws IOException, InterruptedException {
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    List<String> command =
        Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("HEDDLE_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("HEDDLE_AOT");
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Outcome(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
