package dev.heddle.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * An archive in the image layout of the Open Container Initiative (image-spec 1.1), which container
 * engines load and tools copy to registries.
 */
final class ImageArchive {
  private static final String TYPE = "application/vnd.oci.image.";

  private final Path archive;
  private final Instant time;
  private final Layer files;
  private final List<Map<String, Object>> layers = new ArrayList<>();
  private final List<String> contents = new ArrayList<>();
  private final List<Map<String, Object>> history = new ArrayList<>();
  private final ObjectMapper json =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  ImageArchive(Path archive, Instant time) {
    this.archive = archive;
    this.time = time;
    this.files = new Layer(time);
  }

  /** Adds a layer above those before. */
  void add(String what, Layer layer) throws IOException {
    byte[] tar = layer.tar();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(tar);
    }
    contents.add("sha256:" + digest(tar));
    layers.add(blob(TYPE + "layer.v1.tar+gzip", packed.toByteArray()));
    Map<String, Object> step = new LinkedHashMap<>();
    step.put("created", time.toString());
    step.put("created_by", what);
    history.add(step);
  }

  /** Writes the archive of the layers, with a name, how it is run, and what else is said of it. */
  void finish(String name, Map<String, Object> run, Map<String, String> labels) throws IOException {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("created", time.toString());
    config.put("architecture", architecture());
    config.put("os", "linux");
    Map<String, Object> labelled = new LinkedHashMap<>(run);
    labelled.put("Labels", labels);
    config.put("config", labelled);
    config.put("rootfs", Map.of("type", "layers", "diff_ids", contents));
    config.put("history", history);
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("schemaVersion", 2);
    manifest.put("mediaType", TYPE + "manifest.v1+json");
    manifest.put("config", blob(TYPE + "config.v1+json", bytes(config)));
    manifest.put("layers", layers);
    manifest.put("annotations", labels);
    Map<String, Object> named = blob(TYPE + "manifest.v1+json", bytes(manifest));
    named.put("annotations", Map.of("org.opencontainers.image.ref.name", name));
    Map<String, Object> index = new LinkedHashMap<>();
    index.put("schemaVersion", 2);
    index.put("mediaType", TYPE + "index.v1+json");
    index.put("manifests", List.of(named));
    files.file("/index.json", bytes(index), 0644);
    files.file(
        "/oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8), 0644);
    Files.write(archive, files.tar());
  }

  private static String architecture() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      case String other -> throw new IllegalStateException("no image is made on " + other);
    };
  }

  /** Adds a blob, and returns what refers to it. */
  private Map<String, Object> blob(String type, byte[] content) {
    String digest = digest(content);
    files.file("/blobs/sha256/" + digest, content, 0644);
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("mediaType", type);
    reference.put("digest", "sha256:" + digest);
    reference.put("size", content.length);
    return reference;
  }

  private byte[] bytes(Map<String, Object> value) throws IOException {
    return json.writeValueAsBytes(value);
  }

  private static String digest(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }
}
