package dev.heddle.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Lays out an installation of the command, of which archives are made: the launchers, the jars, the
 * flags of the JVM, and for the platform that it is built on a small Java with the caches of fast
 * starts. The build of the archives runs this source file.
 *
 * <p>Of jars with native libraries those stay that run on Linux, macOS or Windows, on x86-64 or
 * aarch64. What only S3 needs is in a folder of its own, so that an archive can leave it out.
 */
public final class Distribution {
  private static final Set<String> SYSTEMS =
      Set.of("linux", "linux-musl", "darwin", "mac", "win", "windows");
  private static final Set<String> PROCESSORS =
      Set.of("amd64", "x86_64", "x86_64-musl", "aarch64", "arm64");
  private static final List<String> NATIVES = List.of(".so", ".dll", ".dylib", ".jnilib", ".a");
  private static final List<String> OPTIONS =
      List.of("jvm.options", "jvm-once.options", "jvm-cluster.options");

  /** What Heddle and its libraries use of Java; compilers and desktops are left out. */
  private static final List<String> MODULES =
      List.of(
          "java.base",
          "java.instrument",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.security.jgss",
          "java.security.sasl",
          "java.sql",
          "java.xml",
          "jdk.charsets",
          "jdk.crypto.cryptoki",
          "jdk.httpserver",
          "jdk.jcmd",
          "jdk.jfr",
          "jdk.management",
          "jdk.management.jfr",
          "jdk.naming.dns",
          "jdk.net",
          "jdk.security.auth",
          "jdk.security.jgss",
          "jdk.unsupported",
          "jdk.zipfs");

  private final Path home;
  private final FileTime time;

  private Distribution(Path home, FileTime time) {
    this.home = home;
    this.time = time;
  }

  /**
   * Lays out an installation.
   *
   * @param arguments {@code portable}, the folder of the installation, the time that files are
   *     given, such as {@code 2026-01-01T00:00:00Z}, the checkout, in which the command is built,
   *     and a folder with what was made of it for archives: manual pages in {@code man}, {@code
   *     heddle.bash} and, in {@code without-s3}, the jars that are needed without S3; or {@code
   *     platform}, its folder, the time and the folder of a portable one, to which Java and caches
   *     are added
   */
  public static void main(String[] arguments) throws IOException {
    FileTime time = FileTime.from(Instant.parse(arguments[2]));
    Distribution made = new Distribution(Path.of(arguments[1]), time);
    Path from = Path.of(arguments[3]).normalize();
    if (arguments[0].equals("platform")) {
      made.addJava(from);
    } else {
      made.layOut(from, Path.of(arguments[4]));
    }
  }

  private void layOut(Path checkout, Path made) throws IOException {
    Set<String> withoutS3 = names(made.resolve("without-s3"));
    Path built = checkout.resolve("cli/target");
    Folders.delete(home);
    copy(checkout.resolve("bin/heddle"), home.resolve("bin/heddle"));
    for (String name : List.of("heddle.cmd", "heddle-call")) {
      copy(checkout.resolve("bin").resolve(name), home.resolve("bin").resolve(name));
    }
    for (String name : OPTIONS) {
      copy(checkout.resolve(name), home.resolve(name));
    }
    copy(checkout.resolve("LICENSE"), home.resolve("LICENSE"));
    copy(checkout.resolve("NOTICE"), home.resolve("NOTICE"));
    copy(checkout.resolve("dist/src/main/archive/README.md"), home.resolve("README.md"));
    copy(made.resolve("heddle.bash"), home.resolve("share/completions/heddle.bash"));
    for (String page : names(made.resolve("man"))) {
      copy(made.resolve("man").resolve(page), home.resolve("share/man/man1").resolve(page));
    }
    copy(built.resolve("heddle.jar"), home.resolve("heddle.jar"));
    for (String name : names(built.resolve("lib"))) {
      Path to = home.resolve(withoutS3.contains(name) ? "lib" : "lib-s3").resolve(name);
      copyJar(built.resolve("lib").resolve(name), to);
    }
    for (String folder : List.of("lib-flight", "lib-kernel")) {
      for (String name : names(built.resolve(folder))) {
        copyJar(built.resolve(folder).resolve(name), home.resolve(folder).resolve(name));
      }
    }
    Files.writeString(home.resolve("build-id"), buildId() + "\n");
    setTimes();
  }

  /** Adds a small Java and lets the launcher make the caches of fast starts with it. */
  private void addJava(Path portable) throws IOException {
    Folders.delete(home);
    try (Stream<Path> all = Files.walk(portable)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        copy(file, home.resolve(portable.relativize(file)));
      }
    }
    Path java = home.resolve("java");
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IllegalStateException("this Java has no jlink"));
    int code =
        jlink.run(
            System.out,
            System.err,
            "--add-modules",
            String.join(",", MODULES),
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--vm",
            "server",
            "--output",
            java.toString());
    if (code != 0) {
      throw new IllegalStateException("jlink ended with exit code " + code);
    }
    setTimes();
    Files.createDirectories(home.resolve("aot"));
    makeCaches();
  }

  private void makeCaches() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", home.resolve("bin/heddle").toString()).inheritIO();
    builder.environment().put("HEDDLE_AOT", "prepare");
    builder.environment().remove("HEDDLE_JAVA_HOME");
    try {
      int code = builder.start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("the caches were not made: exit code " + code);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while caches were made", e);
    }
    Files.deleteIfExists(home.resolve("aot/training.log"));
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void copyJar(Path from, Path to) throws IOException {
    try (ZipFile jar = new ZipFile(from.toFile())) {
      if (jar.stream().allMatch(entry -> isWanted(entry.getName()))) {
        copy(from, to);
        return;
      }
      Files.createDirectories(to.getParent());
      try (OutputStream file = Files.newOutputStream(to);
          ZipOutputStream out = new ZipOutputStream(file)) {
        out.setLevel(Deflater.BEST_COMPRESSION);
        for (ZipEntry entry : jar.stream().toList()) {
          if (isWanted(entry.getName())) {
            write(entry, jar, out);
          }
        }
      }
    }
  }

  private static void write(ZipEntry entry, ZipFile jar, ZipOutputStream out) throws IOException {
    ZipEntry copy = new ZipEntry(entry.getName());
    copy.setTimeLocal(entry.getTimeLocal());
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] content = in.readAllBytes();
      if (entry.getMethod() == ZipEntry.STORED) {
        CRC32 sum = new CRC32();
        sum.update(content);
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(content.length);
        copy.setCrc(sum.getValue());
      }
      out.putNextEntry(copy);
      out.write(content);
      out.closeEntry();
    }
  }

  /** Whether an entry is none of a native library for systems and processors without Heddle. */
  static boolean isWanted(String entry) {
    String name = entry.toLowerCase(Locale.ROOT);
    if (NATIVES.stream().noneMatch(name::endsWith)) {
      return true;
    }
    List<String> folders = List.of(name.split("/"));
    return folders.stream().anyMatch(SYSTEMS::contains)
        && folders.stream().anyMatch(PROCESSORS::contains);
  }

  /** Returns a hash of all that a cache of loaded classes depends on, but for Java. */
  private String buildId() throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
    try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      for (Path file : files()) {
        String name = home.relativize(file).toString();
        if (!name.endsWith(".jar") && !OPTIONS.contains(name)) {
          continue;
        }
        out.write((name + "\n" + Files.size(file) + "\n").getBytes(StandardCharsets.UTF_8));
        Files.copy(file, out);
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .sorted(Comparator.comparing(file -> home.relativize(file).toString()))
          .toList();
    }
  }

  /** A cache belongs to jars of the times that they had when it was made. */
  private void setTimes() throws IOException {
    for (Path file : files()) {
      Files.setLastModifiedTime(file, time);
    }
  }
}
