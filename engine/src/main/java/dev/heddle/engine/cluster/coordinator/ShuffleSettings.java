package dev.heddle.engine.cluster.coordinator;

import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a shuffle server's process needs to know.
 *
 * @param scheduler where the scheduler listens
 * @param security how it proves that it belongs there
 * @param bind where it listens; port 0 takes a free one
 * @param name names it in messages
 * @param host its host's name or address, as the others reach it
 * @param memoryBytes for blocks, off the heap
 * @param folder where blocks go that do not fit; only its owner may look into it
 * @param diskBytes the most bytes there
 * @param tier path of a folder, or {@code s3a://bucket/path}, where sealed bundles go for which
 *     there is no space left, if there is such a place
 * @param tierBytes the most bytes there
 */
public record ShuffleSettings(
    InetSocketAddress scheduler,
    Security security,
    InetSocketAddress bind,
    String name,
    String host,
    long memoryBytes,
    Path folder,
    long diskBytes,
    Optional<String> tier,
    long tierBytes) {}
