package dev.heddle.engine.worker;

import dev.heddle.shuffle.net.Security;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a worker's process needs to know.
 *
 * @param scheduler where the scheduler listens
 * @param security how it proves that it belongs there
 * @param name names it in messages
 * @param bind the address at which it listens for others that read its small exchanges
 * @param host its host's name or address, as the others reach it
 * @param slots how many tasks it runs at a time
 * @param threads how many threads a task has
 * @param memoryBytes what its tasks have together, off the heap
 * @param inlineBytes how much of that the small exchanges stored here may take
 * @param spillFolder where spill files go; null means the system's folder for temporary files
 * @param spillQuotaBytes the most bytes of all spill files
 * @param drain how long it waits, once asked to end, for its tasks and for what others read here
 */
public record WorkerSettings(
    InetSocketAddress scheduler,
    Security security,
    String name,
    InetAddress bind,
    String host,
    int slots,
    int threads,
    long memoryBytes,
    long inlineBytes,
    @Nullable Path spillFolder,
    long spillQuotaBytes,
    Duration drain) {}
