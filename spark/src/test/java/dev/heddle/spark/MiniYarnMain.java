package dev.heddle.spark;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;

/** Runs Hadoop's small YARN until the process is ended: a resource manager and node managers. */
public final class MiniYarnMain {
  private static final String CLUSTER = "org.apache.hadoop.yarn.server.MiniYARNCluster";
  private static final int MAX_CONNECT_MILLIS = 120_000;

  private MiniYarnMain() {}

  /**
   * Runs.
   *
   * @param arguments the file that gets the configuration for clients once all is started, and the
   *     number of node managers
   */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    int nodes = Integer.parseInt(arguments[1]);
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
    conf.setInt("yarn.nodemanager.resource.memory-mb", 4096);
    conf.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", 4096);
    conf.setInt("yarn.resourcemanager.am.max-attempts", 1);
    conf.setInt("yarn.nodemanager.delete.debug-delay-sec", 600); // so that logs can be shown
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.disk-health-checker.enable", false);
    Class<?> type = Class.forName(CLUSTER);
    Service cluster =
        (Service)
            type.getConstructor(String.class, int.class, int.class, int.class)
                .newInstance("yarn", nodes, 1, 1);
    cluster.init(conf);
    cluster.start();
    if (!(boolean)
        type.getMethod("waitForNodeManagersToConnect", long.class)
            .invoke(cluster, (long) MAX_CONNECT_MILLIS)) {
      throw new IllegalStateException("Not all node managers are there");
    }
    Path part = file.resolveSibling("part");
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(part))) {
      cluster.getConfig().writeXml(output);
    }
    Files.move(part, file);
    System.out.println("YARN is there");
    Thread.currentThread().join(); // until this process is ended
  }
}
