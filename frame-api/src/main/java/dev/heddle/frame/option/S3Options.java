package dev.heddle.frame.option;

import org.jspecify.annotations.Nullable;

/**
 * How paths of S3 are reached; one set a process, see {@link SessionOptions#s3()}. Holds no secret:
 * credentials come from a provider.
 *
 * @param endpoint URL of the service; null means Amazon's for the region
 * @param region null means {@code AWS_REGION}, the profile's, or the service's own answer
 * @param isPathStyle whether the bucket is in the path and not in the host's name
 * @param isAnonymous whether requests are not signed
 * @param isRequesterPays whether the requester pays for buckets that ask for it
 * @param profile name in the AWS configuration files that credentials are taken from; null means
 *     the standard chain
 * @param credentialsProvider class name of a provider of the AWS SDK; null means the standard chain
 */
public record S3Options(
    @Nullable String endpoint,
    @Nullable String region,
    boolean isPathStyle,
    boolean isAnonymous,
    boolean isRequesterPays,
    @Nullable String profile,
    @Nullable String credentialsProvider) {
  /** Amazon's service, the standard chain of credentials. */
  public static final S3Options DEFAULT =
      new S3Options(null, null, false, false, false, null, null);

  /** Returns these options with the URL of a service, such as {@code http://127.0.0.1:9000}. */
  public S3Options withEndpoint(String newEndpoint) {
    return new S3Options(
        newEndpoint,
        region,
        isPathStyle,
        isAnonymous,
        isRequesterPays,
        profile,
        credentialsProvider);
  }

  /** Returns these options with a region, such as {@code eu-central-1}. */
  public S3Options withRegion(String newRegion) {
    return new S3Options(
        endpoint,
        newRegion,
        isPathStyle,
        isAnonymous,
        isRequesterPays,
        profile,
        credentialsProvider);
  }

  /** Returns these options with the bucket in the path. */
  public S3Options withPathStyle() {
    return new S3Options(
        endpoint, region, true, isAnonymous, isRequesterPays, profile, credentialsProvider);
  }

  /** Returns these options with requests that are not signed. */
  public S3Options withAnonymous() {
    return new S3Options(
        endpoint, region, isPathStyle, true, isRequesterPays, profile, credentialsProvider);
  }

  /** Returns these options with the requester paying. */
  public S3Options withRequesterPays() {
    return new S3Options(
        endpoint, region, isPathStyle, isAnonymous, true, profile, credentialsProvider);
  }

  /** Returns these options with a profile of the AWS configuration files. */
  public S3Options withProfile(String newProfile) {
    return new S3Options(
        endpoint,
        region,
        isPathStyle,
        isAnonymous,
        isRequesterPays,
        newProfile,
        credentialsProvider);
  }

  /** Returns these options with a class of the AWS SDK that gives credentials. */
  public S3Options withCredentialsProvider(String className) {
    return new S3Options(
        endpoint, region, isPathStyle, isAnonymous, isRequesterPays, profile, className);
  }
}
