package dev.heddle.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the container image as a container engine does, and runs what is in it. */
@Tag("process")
class ContainerImageTest {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;

  private static Map<String, byte[]> files;
  private static JsonNode manifest;
  private static JsonNode configuration;

  @BeforeAll
  static void read() throws Exception {
    files = entries(Files.readAllBytes(image()));
    JsonNode index = JSON.readTree(files.get("index.json"));
    manifest = JSON.readTree(blob(index.get("manifests").get(0)));
    configuration = JSON.readTree(blob(manifest.get("config")));
  }

  private static Path image() throws IOException {
    try (Stream<Path> all = Files.list(TARGET)) {
      return all.filter(file -> file.toString().endsWith("-image.tar")).findFirst().orElseThrow();
    }
  }

  private static Map<String, byte[]> entries(byte[] tar) throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(tar))) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        found.put(entry.getName(), in.readAllBytes());
      }
    }
    return found;
  }

  /** Returns a blob, whose name and size are checked. */
  private static byte[] blob(JsonNode reference) throws Exception {
    String digest = reference.get("digest").asText().substring("sha256:".length());
    byte[] content = files.get("blobs/sha256/" + digest);
    assertThat(content).as(digest).hasSize(reference.get("size").asInt());
    assertThat(sha256(content)).isEqualTo(digest);
    return content;
  }

  private static String sha256(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  private static List<byte[]> layers() throws Exception {
    List<byte[]> layers = new ArrayList<>();
    for (JsonNode reference : manifest.get("layers")) {
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(blob(reference)))) {
        layers.add(in.readAllBytes());
      }
    }
    return layers;
  }

  @Test
  void itIsWhole() throws Exception {
    assertThat(files.get("oci-layout")).asString(StandardCharsets.UTF_8).contains("1.0.0");
    List<String> contents = new ArrayList<>();
    for (byte[] layer : layers()) {
      contents.add("sha256:" + sha256(layer));
    }
    List<String> stated = new ArrayList<>();
    configuration.get("rootfs").get("diff_ids").forEach(id -> stated.add(id.asText()));
    assertThat(stated).hasSize(4).isEqualTo(contents);
    assertThat(Files.size(image())).isLessThan(140_000_000);
  }

  @Test
  void itSaysHowItIsRun() {
    JsonNode run = configuration.get("config");
    assertThat(run.get("User").asText()).isEqualTo("10001:10001");
    assertThat(run.get("Env").toString()).contains("MALLOC_ARENA_MAX=2");
    assertThat(run.get("Healthcheck").get("Test").get(0).asText()).isEqualTo("CMD");
    assertThat(run.get("ExposedPorts").has("7420/tcp")).isTrue();
    assertThat(configuration.get("os").asText()).isEqualTo("linux");
  }

  @Test
  void itHasTheSameBytesEachTime() throws Exception {
    Path again = folder.resolve("again.tar");
    String version = configuration.get("config").get("Labels").get(VERSION).asText();
    String time = configuration.get("created").asText();
    ContainerImage.main(
        new String[] {TARGET.resolve("platform").toString(), again.toString(), version, time});
    assertThat(Files.mismatch(image(), again)).isEqualTo(-1);
  }

  private static final String VERSION = "org.opencontainers.image.version";

  @Test
  void itRunsInARootOfItsOwnAsAnotherUser() throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root changes the root").isEqualTo("root");
    Path root = Files.createDirectory(folder.resolve("root"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (byte[] layer : layers()) {
      Path tar = Files.write(folder.resolve("layer.tar"), layer);
      run(List.of("tar", "-xpf", tar.toString(), "-C", root.toString(), "--same-owner"));
    }
    Files.createDirectory(root.resolve("proc"));
    run(List.of("mount", "-t", "proc", "proc", root.resolve("proc").toString()));
    try {
      List<String> command = new ArrayList<>(List.of("chroot", "--userspec=10001:10001"));
      command.addAll(List.of(root.toString()));
      configuration.get("config").get("Entrypoint").forEach(word -> command.add(word.asText()));
      List<String> query = new ArrayList<>(command);
      query.addAll(List.of("sql", "--format", "csv", "select 40 + 2 as x"));
      assertThat(run(query)).isEqualTo("x\n42\n");
      List<String> written = new ArrayList<>(command);
      written.addAll(
          List.of(
              "sql",
              "--format",
              "csv",
              "copy (select range as i from range(1000)) to '/tmp/x.parquet' (format parquet,"
                  + " compression zstd); select sum(i) as s from '/tmp/x.parquet'"));
      assertThat(run(written)).contains("s\n499500\n");
      List<String> probe = new ArrayList<>(command.subList(0, 3));
      configuration
          .get("config")
          .get("Healthcheck")
          .get("Test")
          .forEach(w -> probe.add(w.asText()));
      probe.remove("CMD");
      assertThat(run(probe)).contains("nothing to ask");
    } finally {
      run(List.of("umount", root.resolve("proc").toString()));
    }
    try (Stream<Path> all = Files.walk(root)) {
      assertThat(all.filter(path -> Set.of("sh", "bash").contains("" + path.getFileName())))
          .as("shells in the image")
          .isEmpty();
    }
  }

  private static String run(List<String> command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    for (JsonNode variable : configuration.get("config").get("Env")) {
      String[] parts = variable.asText().split("=", 2);
      if (!parts[0].equals("PATH")) {
        builder.environment().put(parts[0], parts[1]);
      }
    }
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command + " printed " + out).isZero();
    return out;
  }
}
