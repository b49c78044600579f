package dev.heddle.build;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lays out all that is published as a Maven repository, which can be uploaded as it is: of each
 * module its POM, and its jar with sources, Javadoc and bill of materials, each with checksums, and
 * with signatures if they were made. What a public repository would refuse is an error here. The
 * release build runs this source file.
 */
public final class Publication {
  private static final Map<String, String> CHECKSUMS =
      Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");
  private static final List<String> ASKED_FOR =
      List.of("name", "description", "url", "licenses", "developers", "scm");
  private static final long TIME = 1_767_225_600_000L; // 2026-01-01, as in all jars

  private final Path repository;

  private Publication(Path repository) {
    this.repository = repository;
  }

  /** Takes the checkout, whose modules are built, and the folder of the repository. */
  public static void main(String[] arguments) throws IOException {
    Publication publication = new Publication(Path.of(arguments[1]));
    Folders.delete(publication.repository);
    int count = 0;
    try (Stream<Path> modules = Files.list(Path.of(arguments[0]))) {
      for (Path module : modules.sorted().toList()) {
        Path pom = module.resolve("target/published-pom.xml");
        if (Files.exists(pom)) {
          publication.publish(pom);
          count++;
        }
      }
    }
    if (count == 0) {
      throw new IllegalStateException("no module has a target/published-pom.xml: verify first");
    }
    System.out.println(count + " modules are in " + publication.repository);
  }

  private void publish(Path pom) throws IOException {
    String text = Files.readString(pom);
    String artifact = element(text, "artifactId", pom);
    String version = element(text, "version", pom);
    for (String name : ASKED_FOR) {
      element(text, name, pom);
    }
    Path target = pom.resolveSibling(".").normalize();
    String start = artifact + "-" + version;
    Path folder =
        repository
            .resolve(element(text, "groupId", pom).replace('.', '/'))
            .resolve(artifact)
            .resolve(version);
    Files.createDirectories(folder);
    put(pom, target, folder.resolve(start + ".pom"));
    if (!text.contains("\n  <packaging>pom</packaging>")) {
      put(target.resolve(start + ".jar"), target, folder.resolve(start + ".jar"));
      for (String kind : List.of("-sources.jar", "-javadoc.jar")) {
        Path jar = target.resolve(start + kind);
        put(
            Files.exists(jar) ? jar : placeholder(jar, target),
            target,
            folder.resolve(start + kind));
      }
    }
    for (String kind : List.of(".json", ".xml")) {
      put(target.resolve("cyclonedx" + kind), target, folder.resolve(start + "-cyclonedx" + kind));
    }
  }

  private static String element(String pom, String name, Path file) {
    Matcher matcher =
        Pattern.compile("\n  <" + name + "(?: [^>]*)?>(.*?)</" + name + ">", Pattern.DOTALL)
            .matcher(pom);
    if (!matcher.find() || matcher.group(1).isBlank()) {
      throw new IllegalStateException(file + " has no <" + name + ">, which repositories ask for");
    }
    return matcher.group(1).strip();
  }

  /** Copies a file, its signature if there is one, and writes the checksums of both. */
  private void put(Path from, Path target, Path to) throws IOException {
    if (!Files.exists(from)) {
      throw new IllegalStateException(from + " is missing: run the build with -Prelease");
    }
    Files.copy(from, to);
    writeChecksums(to);
    Path signature = target.resolve(to.getFileName() + ".asc");
    if (Files.exists(signature)) {
      Files.copy(signature, to.resolveSibling(to.getFileName() + ".asc"));
    }
  }

  private static void writeChecksums(Path file) throws IOException {
    for (Map.Entry<String, String> each : CHECKSUMS.entrySet()) {
      try {
        byte[] sum = MessageDigest.getInstance(each.getValue()).digest(Files.readAllBytes(file));
        Files.writeString(
            file.resolveSibling(file.getFileName() + "." + each.getKey()),
            HexFormat.of().formatHex(sum));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("each Java has " + each.getValue(), e);
      }
    }
  }

  /** Makes what stands for the sources or the Javadoc of a module that has no code. */
  private static Path placeholder(Path jar, Path target) throws IOException {
    if (Files.exists(target.resolve("classes/dev"))) {
      throw new IllegalStateException(jar + " is missing: run the build with -Prelease");
    }
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      ZipEntry entry = new ZipEntry("README");
      entry.setTime(TIME);
      out.putNextEntry(entry);
      out.write("This module has no code of its own.\n".getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
    }
    return jar;
  }
}
