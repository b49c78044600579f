package dev.heddle.cli.spark;

/** What of Spark's log goes to stderr. */
public enum SparkLog {
  /** Warnings and errors. */
  WARN,
  /** Progress too. */
  INFO;

  /** Returns the configuration of the driver's log. */
  String configuration() {
    return "rootLogger.level = "
        + name()
        + """

        rootLogger.appenderRef.stderr.ref = stderr
        appender.stderr.type = Console
        appender.stderr.name = stderr
        appender.stderr.target = SYSTEM_ERR
        appender.stderr.layout.type = PatternLayout
        appender.stderr.layout.pattern = %d{yyyy-MM-dd'T'HH:mm:ss} %p %c{1}: %m%n%ex
        """;
  }
}
