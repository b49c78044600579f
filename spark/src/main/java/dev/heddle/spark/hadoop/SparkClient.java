package dev.heddle.spark.hadoop;

import dev.heddle.io.hadoop.files.client.HadoopClient;
import dev.heddle.io.hadoop.files.client.HadoopIdentity;
import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * The file systems of Spark's configuration, {@code spark.hadoop.*} included, as the user whose
 * application runs in this driver or executor.
 */
public final class SparkClient extends HadoopClient {
  /**
   * Makes a client.
   *
   * @throws IOException if the user of this process cannot be found out
   */
  public SparkClient() throws IOException {
    super(SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf()), identity());
  }

  /** A cluster without security runs executors as a user of its own. */
  private static HadoopIdentity identity() throws IOException {
    String wanted = System.getenv("SPARK_USER");
    UserGroupInformation current = UserGroupInformation.getCurrentUser();
    return wanted == null || wanted.equals(current.getShortUserName())
        ? HadoopIdentity.current()
        : HadoopIdentity.lent(SparkHadoopUtil.get().createSparkUser());
  }
}
