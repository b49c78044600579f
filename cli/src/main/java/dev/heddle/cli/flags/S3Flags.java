package dev.heddle.cli.flags;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How {@code s3a://} paths are reached, by flags or by the environment. */
public final class S3Flags {
  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      defaultValue = "${env:HEDDLE_S3_ENDPOINT}",
      description = "Service of s3a:// paths (default: Amazon's; HEDDLE_S3_ENDPOINT).")
  private @Nullable String endpoint;

  @Option(
      names = "--s3-region",
      paramLabel = "REGION",
      defaultValue = "${env:HEDDLE_S3_REGION}",
      description = "Region of the buckets (HEDDLE_S3_REGION).")
  private @Nullable String region;

  @Option(
      names = "--s3-path-style",
      defaultValue = "${env:HEDDLE_S3_PATH_STYLE}",
      arity = "0",
      description = "Put the bucket into the path of requests (HEDDLE_S3_PATH_STYLE=true).")
  private boolean isPathStyle;

  @Option(
      names = "--s3-anonymous",
      defaultValue = "${env:HEDDLE_S3_ANONYMOUS}",
      arity = "0",
      description = "Do not sign requests (HEDDLE_S3_ANONYMOUS=true).")
  private boolean isAnonymous;

  @Option(
      names = "--s3-requester-pays",
      defaultValue = "${env:HEDDLE_S3_REQUESTER_PAYS}",
      arity = "0",
      description = "Pay for buckets that ask for it (HEDDLE_S3_REQUESTER_PAYS=true).")
  private boolean isRequesterPays;

  @Option(
      names = "--s3-profile",
      paramLabel = "NAME",
      defaultValue = "${env:HEDDLE_S3_PROFILE}",
      description = "Profile of the AWS configuration files (HEDDLE_S3_PROFILE).")
  private @Nullable String profile;

  @Option(
      names = "--s3-credentials",
      paramLabel = "CLASS",
      defaultValue = "${env:HEDDLE_S3_CREDENTIALS}",
      description = "Credentials provider of the AWS SDK (HEDDLE_S3_CREDENTIALS).")
  private @Nullable String credentialsProvider;

  /** Returns what was asked for, or null if nothing was. */
  public @Nullable S3Options options() {
    if (isUnset()) {
      return null;
    }
    checkEndpoint();
    S3Options asked =
        new S3Options(
            endpoint,
            region,
            isPathStyle,
            isAnonymous,
            isRequesterPays,
            profile,
            credentialsProvider);
    return asked.equals(S3Options.DEFAULT) ? null : asked;
  }

  private void checkEndpoint() {
    if (endpoint == null) {
      return;
    }
    String host = null;
    try {
      host = new URI(endpoint.contains("://") ? endpoint : "https://" + endpoint).getHost();
    } catch (URISyntaxException e) {
      // no host
    }
    if (host == null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use --s3-endpoint "
              + endpoint
              + ": write a URL such as https://s3.example.com or http://127.0.0.1:9000");
    }
  }

  /** Records are not compared at every start, since their first comparison takes 10 ms. */
  private boolean isUnset() {
    return endpoint == null
        && region == null
        && profile == null
        && credentialsProvider == null
        && !(isPathStyle || isAnonymous || isRequesterPays);
  }
}
