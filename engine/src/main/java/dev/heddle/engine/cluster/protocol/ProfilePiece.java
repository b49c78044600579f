package dev.heddle.engine.cluster.protocol;

/**
 * A process's part of a query's profile.
 *
 * @param process its name; empty for what belongs to no stack
 * @param parcel the bytes of {@link dev.heddle.engine.profile.ProfileParcel}
 */
public record ProfilePiece(String process, byte[] parcel) {}
