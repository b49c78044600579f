package dev.heddle.physical.operator;

import dev.heddle.io.scan.ScanCounts;
import java.util.Optional;

/**
 * What one plan node did in one task, as it travels from a worker.
 *
 * @param rowsIn rows that came in
 * @param rowsOut rows that went out
 * @param batchesOut batches that went out
 * @param generatedRows rows worked on by generated code
 * @param nanos time of all threads in the node itself
 * @param stateBytes the most bytes of the node's state
 * @param spilledBytes bytes of its spill files
 * @param spilledFiles number of its spill files
 * @param keys which values of its keys are frequent
 * @param scan what it has read and skipped, if it is a scan that has begun
 */
public record OperatorCounts(
    long rowsIn,
    long rowsOut,
    long batchesOut,
    long generatedRows,
    long nanos,
    long stateBytes,
    long spilledBytes,
    long spilledFiles,
    FrequentKeys keys,
    Optional<ScanCounts> scan) {}
