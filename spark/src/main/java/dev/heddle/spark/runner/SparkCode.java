package dev.heddle.spark.runner;

import dev.heddle.engine.code.ClientCode;
import dev.heddle.engine.graph.CodeArchive;
import dev.heddle.engine.graph.CodeSource;
import dev.heddle.frame.expr.catalogue.UserCode;
import dev.heddle.frame.expr.catalogue.UserFunction;
import java.net.URI;
import java.net.URL;
import java.util.List;
import org.apache.spark.SparkContext;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The code of the user's own functions: what Spark has brought to executors with the application's
 * jars is not sent again. Thread-safe.
 */
final class SparkCode implements CodeSource {
  /** The name that an application's jar has in containers of YARN. */
  private static final String YARN_JAR = "__app__.jar";

  private final SparkContext spark;
  private final ClientCode client = new ClientCode();

  SparkCode(SparkContext spark) {
    this.spark = spark;
  }

  @Override
  public List<CodeArchive> archives(UserFunction function) {
    return function.code() instanceof UserCode.OfClass(Class<?> type) && isShipped(type)
        ? client.jars(function)
        : client.archives(function);
  }

  /** Returns whether a class is in a jar that Spark brings to executors. */
  private boolean isShipped(Class<?> type) {
    java.security.CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    if (place == null) {
      return false;
    }
    String name = name(place.getPath());
    return name.equals(YARN_JAR)
        || CollectionConverters.asJava(spark.listJars()).stream()
            .anyMatch(jar -> name(URI.create(jar).getPath()).equals(name));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
