locals {
  alarms = {
    queue_age = {
      description = "The oldest job waits for more than five minutes"
      namespace   = "AWS/SQS"
      metric      = "ApproximateAgeOfOldestMessage"
      dimensions  = { QueueName = aws_sqs_queue.jobs.name }
      statistic   = "Maximum"
      comparison  = "GreaterThanThreshold"
      threshold   = 300
      periods     = 5
    }
    dead_letters = {
      description = "A job was given up; its row and the message say why"
      namespace   = "AWS/SQS"
      metric      = "ApproximateNumberOfMessagesVisible"
      dimensions  = { QueueName = aws_sqs_queue.dead_letters.name }
      statistic   = "Maximum"
      comparison  = "GreaterThanThreshold"
      threshold   = 0
      periods     = 1
    }
    api_failures = {
      description = "The API answers with 5xx"
      namespace   = "AWS/ApplicationELB"
      metric      = "HTTPCode_Target_5XX_Count"
      dimensions  = { LoadBalancer = aws_lb.api.arn_suffix, TargetGroup = aws_lb_target_group.api.arn_suffix }
      statistic   = "Sum"
      comparison  = "GreaterThanThreshold"
      threshold   = 10
      periods     = 2
    }
    unanswered = {
      description = "The load balancer answers with 5xx, since no API task does"
      namespace   = "AWS/ApplicationELB"
      metric      = "HTTPCode_ELB_5XX_Count"
      dimensions  = { LoadBalancer = aws_lb.api.arn_suffix }
      statistic   = "Sum"
      comparison  = "GreaterThanThreshold"
      threshold   = 10
      periods     = 2
    }
    unhealthy_hosts = {
      description = "An API task is not ready"
      namespace   = "AWS/ApplicationELB"
      metric      = "UnHealthyHostCount"
      dimensions  = { LoadBalancer = aws_lb.api.arn_suffix, TargetGroup = aws_lb_target_group.api.arn_suffix }
      statistic   = "Maximum"
      comparison  = "GreaterThanThreshold"
      threshold   = 0
      periods     = 5
    }
    database_storage = {
      description = "Less than 10 GB of storage are free in the database"
      namespace   = "AWS/RDS"
      metric      = "FreeStorageSpace"
      dimensions  = { DBInstanceIdentifier = aws_db_instance.database.identifier }
      statistic   = "Minimum"
      comparison  = "LessThanThreshold"
      threshold   = 10737418240
      periods     = 5
    }
    database_cpu = {
      description = "The database computes at more than 80 %"
      namespace   = "AWS/RDS"
      metric      = "CPUUtilization"
      dimensions  = { DBInstanceIdentifier = aws_db_instance.database.identifier }
      statistic   = "Average"
      comparison  = "GreaterThanThreshold"
      threshold   = 80
      periods     = 10
    }
    database_connections = {
      description = "More than 600 connections; each task holds up to 10"
      namespace   = "AWS/RDS"
      metric      = "DatabaseConnections"
      dimensions  = { DBInstanceIdentifier = aws_db_instance.database.identifier }
      statistic   = "Maximum"
      comparison  = "GreaterThanThreshold"
      threshold   = 600
      periods     = 5
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "alarms" {
  for_each            = local.alarms
  alarm_name          = "${var.name}-${replace(each.key, "_", "-")}"
  alarm_description   = each.value.description
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = each.value.statistic
  comparison_operator = each.value.comparison
  threshold           = each.value.threshold
  evaluation_periods  = each.value.periods
  period              = 60
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arn == null ? [] : [var.alarm_topic_arn]
  ok_actions          = var.alarm_topic_arn == null ? [] : [var.alarm_topic_arn]
}
