package dev.heddle.s3;

import dev.heddle.frame.option.S3Options;
import dev.heddle.s3lab.Faults;
import dev.heddle.s3lab.S3Server;
import dev.heddle.s3lab.Shape;
import dev.heddle.s3lab.ShapingProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** A server of S3 with a bucket, and a proxy before it that a test may break. */
final class LabBucket implements AutoCloseable {
  static final String ROOT = "s3a://lab/";
  private static final int MAX_ATTEMPTS = 5;

  private final Path objects;
  private final S3Server server;
  private final ShapingProxy proxy;
  private final S3Storage direct;
  private S3Storage storage;

  LabBucket(Path folder) {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    System.setProperty("aws.disableEc2Metadata", "true");
    objects = folder.resolve("objects");
    server = S3Server.start(folder);
    proxy = new ShapingProxy(server.url(), Shape.NONE, Faults.NONE);
    direct = new S3Storage(options(server.url()));
    storage = new S3Storage(options(proxy.url()));
    client().createBucket(bucket -> bucket.bucket("lab"));
  }

  static S3Options options(String url) {
    return S3Options.DEFAULT.withEndpoint(url).withPathStyle();
  }

  /** Returns the storage behind the proxy. */
  S3Storage storage() {
    return storage;
  }

  /** Makes the storage behind the proxy one of a process that no server has slowed down. */
  void renewStorage() {
    storage = new S3Storage(options(proxy.url()));
  }

  /** Returns the storage that goes past the proxy. */
  S3Storage direct() {
    return direct;
  }

  ShapingProxy proxy() {
    return proxy;
  }

  String serverUrl() {
    return server.url();
  }

  /** Returns a client that goes past the proxy. */
  S3Client client() {
    return direct.bucket(S3Path.of(ROOT)).client();
  }

  /**
   * Puts an object and returns its ETag. The client tries once, as its storage does it again where
   * that is safe; a connection that the server closed meanwhile is no failure of a test.
   */
  String put(String key, byte[] content) {
    for (int attempt = 1; ; attempt++) {
      try {
        return client()
            .putObject(request -> request.bucket("lab").key(key), RequestBody.fromBytes(content))
            .eTag();
      } catch (SdkClientException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  void put(String key, String content) {
    put(key, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes an object one that was put at a time. */
  void setTime(String key, Instant time) {
    try {
      Files.setLastModifiedTime(objects.resolve("lab").resolve(key), FileTime.from(time));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the keys of uploads that are under way and start with a prefix. */
  List<String> uploads(String prefix) {
    return client().listMultipartUploads(request -> request.bucket("lab")).uploads().stream()
        .map(MultipartUpload::key)
        .filter(key -> key.startsWith(prefix))
        .toList();
  }

  /** Drops uploads whose keys start with a prefix. */
  void dropUploads(String prefix) {
    for (MultipartUpload upload :
        client().listMultipartUploads(request -> request.bucket("lab")).uploads()) {
      if (upload.key().startsWith(prefix)) {
        client()
            .abortMultipartUpload(
                request -> request.bucket("lab").key(upload.key()).uploadId(upload.uploadId()));
      }
    }
  }

  static byte[] randomBytes(long seed, int count) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
