package dev.heddle.server.model;

/**
 * A bucket of an object store and what it allows.
 *
 * @param limit requests a second that all may send together; infinite without a limit
 * @param sentPerSecond requests sent now
 * @param refusedPerSecond of these
 * @param bytesPerSecond that come and go now
 * @param allowedBytesPerSecond what the limit allows with requests of that size
 * @param waiting requests that wait until they may be sent
 * @param requests sent so far
 * @param refused of these
 */
public record BucketUse(
    String name,
    double limit,
    double sentPerSecond,
    double refusedPerSecond,
    double bytesPerSecond,
    double allowedBytesPerSecond,
    long waiting,
    long requests,
    long refused) {}
