package dev.heddle.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes an installation of the command with its Java as a container image. */
public final class ContainerImage {
  private static final String HOME = "/heddle";
  private static final int USER = 10_001;
  private static final List<String> PORTS = List.of("7420/tcp", "7421/tcp", "7422/tcp", "7430/tcp");
  private static final long SECOND = 1_000_000_000L; // as configurations count

  private static final String CLASSES =
      Stream.of("heddle.jar", "lib/*", "lib-s3/*", "lib-flight/*")
          .map(name -> HOME + "/" + name)
          .reduce((all, name) -> all + ":" + name)
          .orElseThrow();

  private ContainerImage() {}

  /**
   * Writes the image.
   *
   * @param arguments the folder of the installation, the archive to write, the version, and the
   *     time that all is given, such as {@code 2026-01-01T00:00:00Z}
   */
  public static void main(String[] arguments) throws IOException {
    Path installation = Path.of(arguments[0]);
    Path archive = Path.of(arguments[1]);
    String version = arguments[2];
    Instant time = Instant.parse(arguments[3]);
    ImageArchive image = new ImageArchive(archive, time);
    image.add("the C library and a user", system(installation, time));
    image.add("Java", java(installation, time));
    image.add("libraries", libraries(installation, time));
    image.add("Heddle", own(installation, time));
    image.finish("heddle:" + version, configuration(), labels(version));
  }

  private static Layer system(Path installation, Instant time) throws IOException {
    Layer layer = new Layer(time);
    for (Path library : SystemLibraries.of(installation)) {
      layer.file(library.toString(), Files.readAllBytes(library), 0755);
    }
    layer.file("/etc/passwd", text("root:x:0:0::/:\nheddle:x:10001:10001::/home/heddle:\n"), 0644);
    layer.file("/etc/group", text("root:x:0:\nheddle:x:10001:\n"), 0644);
    layer.file("/etc/nsswitch.conf", text("hosts: files dns\n"), 0644);
    layer.folder("/tmp", 01777, 0);
    layer.folder("/home/heddle", 0755, USER);
    layer.folder("/var/lib/heddle", 0755, USER);
    return layer;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the libraries, which change less often than what is ours. */
  private static Layer libraries(Path installation, Instant time) throws IOException {
    Layer layer = new Layer(time);
    for (String folder : List.of("lib", "lib-s3", "lib-flight")) {
      for (Path file : files(installation.resolve(folder))) {
        if (!isOwn(file)) {
          layer.file(placed(installation, file), Files.readAllBytes(file), 0644);
        }
      }
    }
    return layer;
  }

  private static Layer own(Path installation, Instant time) throws IOException {
    Layer layer = new Layer(time);
    for (Path file : files(installation)) {
      Path name = installation.relativize(file);
      boolean isHere = name.getNameCount() == 1 || name.startsWith("share/man");
      boolean isLibrary =
          Stream.of("lib", "lib-s3", "lib-flight").anyMatch(name::startsWith) && isOwn(file);
      if (isHere || isLibrary) {
        layer.file(placed(installation, file), Files.readAllBytes(file), 0644);
      }
    }
    return layer;
  }

  private static boolean isOwn(Path jar) {
    return jar.getFileName().toString().startsWith("heddle-");
  }

  private static Layer java(Path installation, Instant time) throws IOException {
    Layer layer = new Layer(time);
    for (Path file : files(installation.resolve("java"))) {
      int mode = Files.isExecutable(file) ? 0755 : 0644;
      layer.file(placed(installation, file), Files.readAllBytes(file), mode);
    }
    return layer;
  }

  private static String placed(Path installation, Path file) {
    return HOME + "/" + installation.relativize(file);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static Map<String, Object> configuration() {
    String java = HOME + "/java/bin/java";
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("User", USER + ":" + USER);
    Map<String, Object> ports = new TreeMap<>();
    PORTS.forEach(port -> ports.put(port, Map.of()));
    config.put("ExposedPorts", ports);
    config.put(
        "Env",
        List.of(
            "PATH=" + HOME + "/java/bin",
            "HOME=/home/heddle",
            "LANG=C.UTF-8",
            // an arena for each thread would keep memory that no budget counts
            "MALLOC_ARENA_MAX=2"));
    config.put(
        "Entrypoint",
        List.of(
            java,
            "@" + HOME + "/jvm.options",
            "@" + HOME + "/jvm-cluster.options",
            "-Djava.util.logging.config.file=/dev/null/none",
            "-cp",
            CLASSES,
            "dev.heddle.cli.Main"));
    config.put("Cmd", List.of("--help"));
    config.put("WorkingDir", "/home/heddle");
    Map<String, Object> health = new LinkedHashMap<>();
    health.put(
        "Test",
        List.of(
            "CMD",
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx32m",
            "-cp",
            HOME + "/heddle.jar",
            "dev.heddle.cli.HealthProbe"));
    health.put("Interval", 10 * SECOND);
    health.put("Timeout", 5 * SECOND);
    health.put("StartPeriod", 20 * SECOND);
    health.put("Retries", 3);
    config.put("Healthcheck", health);
    return config;
  }

  private static Map<String, String> labels(String version) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("org.opencontainers.image.title", "Heddle");
    labels.put(
        "org.opencontainers.image.description",
        "Lazy data frames and SQL over Parquet: the heddle command");
    labels.put("org.opencontainers.image.version", version);
    labels.put("org.opencontainers.image.licenses", "Apache-2.0");
    return labels;
  }
}
