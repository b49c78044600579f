package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.rate.ProcessLeases;
import dev.heddle.io.rate.RequestGate;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider;
import org.apache.hadoop.fs.s3a.Constants;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider;
import org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider;
import org.apache.hadoop.fs.s3a.api.RequestFactory;
import org.apache.hadoop.fs.s3a.auth.ProfileAWSCredentialsProvider;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A bucket as S3A has set it up: its client, with credentials and endpoint, and its requests, with
 * encryption and payer. Thread-safe; lives as long as the process.
 */
final class S3Bucket {
  /** More connections than the window ever uses. */
  private static final int CONNECTIONS = 2 * WindowControl.MAX_REQUESTS;

  private static final Class<?> HADOOP = Configuration.class;
  private static final String STANDARD_CHAIN =
      TemporaryAWSCredentialsProvider.NAME
          + ","
          + SimpleAWSCredentialsProvider.NAME
          + ",software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider";

  private final String name;
  private final S3Client client;
  private final RequestFactory requests;
  private final RequestGate gate;

  private S3Bucket(String name, S3AFileSystem fileSystem) {
    this.name = name;
    this.client = fileSystem.getS3AInternals().getAmazonS3Client("ranged reads and uploads");
    this.requests = fileSystem.getRequestFactory();
    this.gate = ProcessLeases.open("s3a://" + name);
  }

  static S3Bucket open(String name, S3Options options) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader(before));
    try {
      return openHere(name, options);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * Returns the loader by which S3A looks up what its configuration names: the thread's, unless
   * that has another Hadoop, as in a process of Spark's.
   */
  private static ClassLoader loader(@Nullable ClassLoader context) {
    try {
      if (context != null && context.loadClass(HADOOP.getName()) == HADOOP) {
        return context;
      }
    } catch (ClassNotFoundException e) {
      // it has none
    }
    return S3Bucket.class.getClassLoader();
  }

  private static S3Bucket openHere(String name, S3Options options) {
    @SuppressWarnings("resource") // open for the life of the process
    S3AFileSystem fileSystem = new S3AFileSystem();
    try {
      fileSystem.initialize(URI.create("s3a://" + name + "/"), configuration(options));
    } catch (IOException | IllegalArgumentException e) {
      throw S3Errors.of("open bucket", "s3a://" + name + "/", e);
    }
    return new S3Bucket(name, fileSystem);
  }

  private static Configuration configuration(S3Options options) {
    Configuration configuration = new Configuration();
    // tries, reads and uploads are ours
    configuration.setInt(Constants.MAX_ERROR_RETRIES, 0);
    configuration.set("fs.s3a.input.stream.type", "classic");
    configuration.setBoolean("fs.s3a.audit.enabled", false);
    configuration.setInt(
        Constants.MAXIMUM_CONNECTIONS,
        Math.max(CONNECTIONS, configuration.getInt(Constants.MAXIMUM_CONNECTIONS, 0)));
    configuration.set(Constants.SOCKET_TIMEOUT, "30s");
    configuration.set(Constants.ESTABLISH_TIMEOUT, "15s");
    configuration.setBoolean("fs.s3a.connection.expect.continue", false);
    set(configuration, Constants.ENDPOINT, options.endpoint());
    set(configuration, Constants.AWS_REGION, region(options, configuration));
    if (options.isPathStyle()) {
      configuration.setBoolean(Constants.PATH_STYLE_ACCESS, true);
    }
    if (options.isRequesterPays()) {
      configuration.setBoolean(Constants.ALLOW_REQUESTER_PAYS, true);
    }
    setCredentials(configuration, options);
    return configuration;
  }

  private static void setCredentials(Configuration configuration, S3Options options) {
    if (options.isAnonymous()) {
      configuration.set(Constants.AWS_CREDENTIALS_PROVIDER, AnonymousAWSCredentialsProvider.NAME);
    } else if (options.credentialsProvider() != null) {
      configuration.set(Constants.AWS_CREDENTIALS_PROVIDER, options.credentialsProvider());
    } else if (options.profile() != null) {
      configuration.set(Constants.AWS_CREDENTIALS_PROVIDER, ProfileAWSCredentialsProvider.NAME);
      configuration.set(ProfileAWSCredentialsProvider.PROFILE_NAME, options.profile());
    } else if (isByDefault(configuration, Constants.AWS_CREDENTIALS_PROVIDER)) {
      configuration.set(Constants.AWS_CREDENTIALS_PROVIDER, STANDARD_CHAIN);
    }
  }

  private static boolean isByDefault(Configuration configuration, String key) {
    String[] sources = configuration.getPropertySources(key);
    return sources == null || sources[sources.length - 1].equals("core-default.xml");
  }

  /** S3A asks no chain for the region of an endpoint, and takes one in America for Amazon's. */
  private static @Nullable String region(S3Options options, Configuration configuration) {
    if (options.region() != null) {
      return options.region();
    }
    if (configuration.get(Constants.AWS_REGION, "").isEmpty()) {
      String named = System.getProperty("aws.region", System.getenv("AWS_REGION"));
      boolean isOwnService =
          options.endpoint() != null && !options.endpoint().contains("amazonaws.com");
      return named == null && isOwnService ? "us-east-1" : named;
    }
    return null;
  }

  private static void set(Configuration configuration, String key, @Nullable String value) {
    if (value != null) {
      if (value.isBlank()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot set " + key + " to an empty text; leave it out");
      }
      configuration.set(key, value);
    }
  }

  String name() {
    return name;
  }

  S3Client client() {
    return client;
  }

  RequestFactory requests() {
    return requests;
  }

  /** Returns where every request waits before it is sent. */
  RequestGate gate() {
    return gate;
  }
}
