package dev.heddle.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** What an installation asks of the system that it runs on: the C library and what is with it. */
final class SystemLibraries {
  /** What {@code ldd} says of a library: where it is found, or, of the loader, what it is. */
  private static final Pattern FOUND = Pattern.compile("(?:.*=> )?(/\\S+) \\(0x[0-9a-f]+\\)");

  /** Loaded by the C library when names of hosts are looked up, in which no program names them. */
  private static final List<String> NAMES =
      List.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2");

  private SystemLibraries() {}

  /** Returns the libraries of this system that Java and the native parts of jars need. */
  static Set<Path> of(Path installation) throws IOException {
    Path scratch = Files.createTempDirectory("heddle-natives");
    List<Path> programs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(installation)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        if (file.startsWith(installation.resolve("java"))) {
          if (name.endsWith(".so") || file.getParent().endsWith("bin")) {
            programs.add(file);
          }
        } else if (name.endsWith(".jar")) {
          extractNatives(file, scratch, programs);
        }
      }
    }
    Set<Path> found = new TreeSet<>();
    for (Path program : programs) {
      addNeeded(program, installation, found);
    }
    Path libraries =
        found.stream()
            .filter(path -> path.getFileName().toString().equals("libc.so.6"))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("ldd found no C library"))
            .getParent();
    NAMES.stream().map(libraries::resolve).filter(Files::exists).forEach(found::add);
    for (Path file : programs) {
      if (file.startsWith(scratch)) {
        Files.delete(file);
      }
    }
    Files.delete(scratch);
    return found;
  }

  /** Copies the native libraries of a jar for this system out of it. */
  private static void extractNatives(Path jar, Path to, List<Path> programs) throws IOException {
    String processor = System.getProperty("os.arch");
    Set<String> names =
        processor.equals("aarch64") ? Set.of("aarch64", "arm64") : Set.of("amd64", "x86_64");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        List<String> folders = List.of(entry.getName().toLowerCase(Locale.ROOT).split("/"));
        boolean isHere = folders.contains("linux") && folders.stream().anyMatch(names::contains);
        if (isHere && entry.getName().endsWith(".so")) {
          Path file = to.resolve(programs.size() + ".so");
          try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, file);
          }
          programs.add(file);
        }
      }
    }
  }

  private static void addNeeded(Path program, Path installation, Set<Path> found)
      throws IOException {
    Process ldd = new ProcessBuilder("ldd", program.toString()).redirectErrorStream(true).start();
    String said = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    for (String line : said.split("\n")) {
      Matcher matcher = FOUND.matcher(line.strip());
      if (matcher.matches() && !Path.of(matcher.group(1)).startsWith(installation)) {
        found.add(Path.of(matcher.group(1)).normalize());
      }
    }
  }
}
