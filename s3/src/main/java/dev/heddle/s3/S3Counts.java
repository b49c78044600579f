package dev.heddle.s3;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the requests of a storage have come to, reads of ranges left out. Thread-safe.
 *
 * @param requests of any kind
 * @param bytesWritten that have gone
 * @param looking waits for lists and for what is known of objects
 * @param writing waits of writers
 */
record S3Counts(LongAdder requests, LongAdder bytesWritten, WaitClock looking, WaitClock writing) {
  S3Counts() {
    this(new LongAdder(), new LongAdder(), new WaitClock(), new WaitClock());
  }
}
