package dev.heddle.startup;

import dev.heddle.io.warmup.Warmup;
import java.math.BigDecimal;
import java.text.SimpleDateFormat;
import java.util.Locale;

/** What Calcite needs of the JDK, and the JDK takes long to initialise. */
enum JdkWarmup implements Warmup {
  /** The powers of ten of decimals, and the powers of five up to 5^65536 of big integers. */
  POWERS {
    @Override
    public void run() {
      BigDecimal.ZERO.signum();
    }
  },

  /** What timestamps in a query's text are read with: it makes all locales and calendars. */
  DATE_FORMAT {
    @Override
    public void run() {
      new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
    }
  }
}
