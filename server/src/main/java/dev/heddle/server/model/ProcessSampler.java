package dev.heddle.server.model;

import dev.heddle.engine.ui.ProcessMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second at what this process takes of its machine, for the last hour. Thread-safe.
 */
public final class ProcessSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessSampler.class);
  private static final int MAX_SAMPLES = 3_600;

  private final LongSupplier memory;
  private final double[][] samples = new double[MAX_SAMPLES][]; // guarded by this
  private int begin; // guarded by this
  private int count; // guarded by this
  private final ProcessMeter meter = new ProcessMeter(); // the thread's
  private final Thread thread;

  /**
   * Begins.
   *
   * @param memory memory off the heap
   */
  public ProcessSampler(LongSupplier memory) {
    this.memory = memory;
    this.thread = Thread.ofPlatform().daemon().name("heddle-system").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        add(sample());
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      LOG.debug("the process is not looked at any longer");
    }
  }

  /** Returns the milliseconds since 1970, and what is measured now. */
  private double[] sample() {
    double[] measured = meter.sample(memory.getAsLong());
    double[] sample = new double[measured.length + 1];
    sample[0] = System.currentTimeMillis();
    System.arraycopy(measured, 0, sample, 1, measured.length);
    return sample;
  }

  private synchronized void add(double[] sample) {
    samples[(begin + count) % MAX_SAMPLES] = sample;
    if (count < MAX_SAMPLES) {
      count++;
    } else {
      begin = (begin + 1) % MAX_SAMPLES;
    }
  }

  /**
   * Returns the samples, the oldest first; of more than a number of them the means of neighbours.
   */
  public synchronized List<double[]> samples(int max) {
    List<double[]> all = new ArrayList<>();
    int step = Math.max(1, (count + max - 1) / max);
    for (int from = count % step; from < count; from += step) {
      double[] mean = new double[ProcessMeter.COMPONENTS.size() + 1];
      for (int i = from; i < from + step; i++) {
        double[] each = samples[(begin + i) % MAX_SAMPLES];
        for (int c = 0; c < mean.length; c++) {
          mean[c] += each[c] / step;
        }
      }
      all.add(mean);
    }
    return all;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
