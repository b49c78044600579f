package dev.heddle.engine.scheduler.adaptive;

/**
 * Sizes that the adaptive steps decide by.
 *
 * @param coalesceBytes adjacent partitions are read by one task up to this size; 0 switches
 *     coalescing and the elimination of empty inputs off
 * @param skewBytes a partition larger than this, and much larger than others, may be read by
 *     several tasks
 * @param broadcastBytes inputs of a join of at most this size together may be read whole by each
 *     task that makes its largest input; 0 switches it off
 */
public record AdaptiveLimits(long coalesceBytes, long skewBytes, long broadcastBytes) {}
