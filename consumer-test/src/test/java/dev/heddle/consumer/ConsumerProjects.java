package dev.heddle.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * Projects of a user, with a local repository of their own. Their Maven sees what the build has
 * packed, laid out in a folder, and what the build itself has fetched, and asks no network.
 */
final class ConsumerProjects {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String RESOLVE =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";

  private static final Pattern NAME = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final String CLASS_PATH = "class-path.txt";

  private static final String REPOSITORY =
      """
      <id>%s</id>
      <url>%s</url>
      <releases><updatePolicy>never</updatePolicy><checksumPolicy>ignore</checksumPolicy></releases>
      <snapshots><enabled>%s</enabled><updatePolicy>always</updatePolicy></snapshots>
      """;

  private static final String SETTINGS =
      """
      <settings>
        <localRepository>%s</localRepository>
        <profiles>
          <profile>
            <id>folders</id>
            <repositories><repository>%s</repository><repository>%s</repository></repositories>
            <pluginRepositories><pluginRepository>%s</pluginRepository></pluginRepositories>
          </profile>
        </profiles>
        <activeProfiles><activeProfile>folders</activeProfile></activeProfiles>
      </settings>
      """;

  private static final String PROJECT =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
      %s
      </project>
      """;

  /** What a process left. */
  record Outcome(int exitCode, String out, String err) {}

  private final Path folder;

  /**
   * Resolves the run-time class paths of some projects in an empty folder.
   *
   * @param poms by name, what stands in the project's POM besides it
   */
  ConsumerProjects(Path folder, Map<String, String> poms) throws IOException, InterruptedException {
    this.folder = folder;
    Files.createDirectories(folder.resolve(".mvn")); // else Maven takes options from a folder above
    StringBuilder modules = new StringBuilder();
    for (Map.Entry<String, String> each : poms.entrySet()) {
      modules.append("<module>").append(each.getKey()).append("</module>");
      Path project = Files.createDirectory(folder.resolve(each.getKey()));
      Files.writeString(
          project.resolve("pom.xml"), PROJECT.formatted(each.getKey(), each.getValue()));
    }
    Files.writeString(
        folder.resolve("pom.xml"),
        PROJECT.formatted("all", "<packaging>pom</packaging><modules>" + modules + "</modules>"));
    Path settings = folder.resolve("settings.xml");
    Path published = folder.resolve("published");
    publish(published);
    String fetched =
        REPOSITORY.formatted(
            "central", // in place of the one that every POM inherits
            Path.of(System.getProperty("heddle.local.repository")).toUri(),
            false);
    Files.writeString(
        settings,
        SETTINGS.formatted(
            folder.resolve("local"),
            REPOSITORY.formatted("published", published.toUri(), true),
            fetched,
            fetched));
    Outcome outcome =
        run(
            List.of(
                ROOT.resolve("bin/mvn").toString(),
                "-B",
                "-q",
                "-s",
                settings.toString(),
                "-gs",
                settings.toString(),
                RESOLVE,
                "-Dmdep.includeScope=runtime",
                "-Dmdep.outputFile=" + CLASS_PATH));
    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
  }

  /** Lays out what the build has packed as {@code mvn install} does. */
  private static void publish(Path repository) throws IOException {
    String version = System.getProperty("heddle.version");
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(ROOT)) {
      for (Path module : modules) {
        Path target = module.resolve("target");
        if (Files.exists(target.resolve("published-pom.xml"))) {
          Matcher name = NAME.matcher(Files.readString(target.resolve("published-pom.xml")));
          assertThat(name.find()).as(module.toString()).isTrue();
          String file = name.group(1) + "-" + version;
          Path to = repository.resolve("dev/heddle").resolve(name.group(1)).resolve(version);
          Files.createDirectories(to);
          Files.copy(target.resolve("published-pom.xml"), to.resolve(file + ".pom"));
          if (Files.exists(target.resolve(file + ".jar"))) {
            Files.copy(target.resolve(file + ".jar"), to.resolve(file + ".jar"));
          }
        }
      }
    }
  }

  /** Returns the class path of a project. */
  List<Path> classPath(String project) throws IOException {
    List<Path> classPath = new ArrayList<>();
    String list = Files.readString(folder.resolve(project).resolve(CLASS_PATH));
    for (String each : list.strip().split(File.pathSeparator)) {
      classPath.add(Path.of(each));
    }
    return classPath;
  }

  /** Returns the version of each library of a project, by group and name. */
  Map<String, String> versions(String project) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (Path jar : classPath(project)) {
      put(versions, folder.resolve("local").relativize(jar));
    }
    return versions;
  }

  /** Adds what a path within a repository says: group, name, version, file. */
  static void put(Map<String, String> versions, Path path) {
    int names = path.getNameCount();
    String group = path.subpath(0, names - 3).toString().replace(File.separatorChar, '.');
    String old =
        versions.put(group + ":" + path.getName(names - 3), path.getName(names - 2).toString());
    assertThat(old).as(path.toString()).isNull();
  }

  /** Compiles a class and runs it in a JVM with some flags. */
  Outcome compileAndRun(String name, String source, List<Path> classPath, List<String> flags)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    String entries =
        String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList());
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", entries, "-d", folder.toString(), file.toString());
    assertThat(compiled).isZero();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", entries + File.pathSeparator + folder, name));
    return run(command);
  }

  private Outcome run(List<String> command) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    Process process = builder.start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Outcome(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
